import { expect } from 'vitest'
import { type Behaviour, behaviour, writable } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { acceptedBody, type IdCase, idCases } from '../endpoint-cases.ts'
import { suiteSeed } from '../suite-seed.ts'

const good = suiteSeed.samples.projectId!
const rest = good.slice(1)

/** Ids with one fault each (clause 2.1), percent-encoded where a URL needs it. */
const malformed: Readonly<Record<string, string>> = {
  '26 characters': rest,
  '28 characters': `0${good}`,
  'a hyphen': `-${rest}`,
  'a full stop': `.${rest}`,
  'an underscore in the id': `_${rest}`,
  'an upper-case prefix': `PRJ_${good}`,
  'a two-letter prefix': `pr_${good}`,
  'a four-letter prefix': `proj_${good}`,
  'a digit in the prefix': `pr1_${good}`,
  'two prefixes': `prj_prj_${good}`,
  'only a prefix': 'prj_',
  'a prefix and 26 characters': `prj_${rest}`,
  'a prefix with a hyphen': `prj-${good}`,
  'one character': 'x',
  'an encoded slash': `%2F${rest}`,
  'an encoded slash behind it': `${good}%2F`,
  'an encoded NUL': `%00${rest}`,
  'an encoded line feed behind it': `${good}%0A`,
  'an encoded space before it': `%20${good}`,
  'a broken percent sequence': `%E0%A4%A${rest}`,
  'a lone percent sign': `%${rest}`,
  'a double encoding': `%2541${rest}`,
  'a letter with an accent': `%C3%A9${rest}`,
  'a fullwidth digit': `%EF%BC%91${rest}`,
  'a character beyond the BMP': `%F0%9F%92%A9${rest}`,
}

const plusSign = /\+/

async function expectMalformed(
  client: SuiteClient,
  { endpoint, path, parameter }: IdCase,
  label: string,
  id: string,
): Promise<void> {
  const reply = await client.send(endpoint.method, path(id), acceptedBody(endpoint))
  expect(
    { status: reply.status, code: reply.headers.get('x-emulator-code') },
    `${endpoint.id} with ${label} as ${parameter}: ${reply.text}`,
  ).toEqual({ status: 400, code: 'malformed_id' })
  expect(reply.headers.get('x-emulator-requirement')).toMatch(/^ids\.malformed-/)
}

export const idBehaviours: readonly Behaviour[] = [
  // holds: ids.malformed-path, ids.malformed-prefixed, ids.malformed-cursor, ids.malformed-legacy, ids.grammar
  behaviour('answers 400 on every endpoint to a malformed id, and names the parameter', async (client) => {
    const cases = client.some(idCases(client.conventions))
    expect(cases.length).toBeGreaterThan(0)
    const labels = Object.entries(malformed)
    for (const [index, idCase] of cases.entries()) {
      // Each endpoint gets a few of them. Every pair is tried once, by direct fetch.
      for (let step = 0; step < 4; step++) {
        const [label, id] = labels[(index * 4 + step) % labels.length]!
        await expectMalformed(client, idCase, label, id)
      }
    }
  }),
  behaviour('takes an empty segment for another path, not for an id that nobody gave', async (client) => {
    for (const { endpoint, place, path } of client.some(idCases(client.conventions))) {
      if (place !== 'path') continue
      const empty = path('')
      const reply = await client.send(endpoint.method, empty, acceptedBody(endpoint))
      // By that convention it is the path of the list.
      if (client.conventions.trailingSlash === 'any' && empty.endsWith('/'))
        expect(reply.headers.get('x-emulator-code'), `${endpoint.method} ${empty}`).not.toBe('malformed_id')
      else client.expectRefusal(reply, 404, 'unknown_endpoint')
    }
  }),
  // holds: ids.prefixed-form, ids.prefix-ignored, ids.never-prefixed
  behaviour('takes an id bare, or with any prefix, and means the same', async (client) => {
    for (const { endpoint, path, prefixed } of client.some(idCases(client.conventions))) {
      if (endpoint.method !== 'GET' || prefixed || endpoint.answer.kind === 'mcp') continue
      const bare = await client.send('GET', path(good))
      for (const prefix of ['prj_', 'zzz_', 'prj%5F']) {
        const same = await client.send('GET', path(`${prefix}${good}`))
        expect({ status: same.status, text: same.text }, `${endpoint.id} with ${prefix}`).toEqual({
          status: bare.status,
          text: bare.text,
        })
      }
    }
  }),
  behaviour('answers the status for an unknown id on every endpoint', async (client) => {
    for (const { endpoint, place, path, prefixed } of client.some(idCases(client.conventions))) {
      if (place !== 'path' || endpoint.answer.kind === 'mcp') continue
      for (const id of ['z'.repeat(27), '0'.repeat(27)]) {
        const reply = await client.send(endpoint.method, path(prefixed ? `prj_${id}` : id), acceptedBody(endpoint))
        expect(
          { status: reply.status, code: reply.headers.get('x-emulator-code') },
          `${endpoint.id}: ${reply.text}`,
        ).toEqual({ status: client.conventions.unknownIdStatus, code: 'not_found' })
      }
    }
  }),
  // holds: ids.prefixed-body
  behaviour(
    'takes ids in a body bare or prefixed, keeps them bare, and refuses a malformed one with 400',
    async (client) => {
      const path = `${client.version}/flows`
      for (const id of [good, `prj_${good}`, `zzz_${good}`]) {
        const created = client.reader.object(
          (await client.send('POST', path, { json: { name: 'Flow', project_id: id } })).json,
          'flow',
        )
        expect(client.world.get('flows', created['id'] as string)?.['project_id']).toBe(good)
      }
      for (const [label, id] of Object.entries({ ...malformed, 'no characters': '' })) {
        const reply = await client.send('POST', path, { json: { name: 'Flow', project_id: decode(id) } })
        expect({ status: reply.status, code: reply.headers.get('x-emulator-code') }, label).toEqual({
          status: 400,
          code: 'malformed_id',
        })
        if (!plusSign.test(id))
          expect(
            (await client.send('POST', `${path}?project_id=${id}`, { json: { name: 'Flow' } })).status,
            `${label} in the query`,
          ).toBe(400)
      }
      client.expectRefused(await client.send('POST', path, { json: { name: 'Flow', project_id: 'z'.repeat(27) } }))
      client.expectRefused(await client.send('POST', path, { json: { name: 'Flow', project_id: 5 } }))
      expect(client.world.collection('flows').size).toBe(client.seeded('flows').length + 3)
    },
    writable,
  ),
  // holds: ids.order, ids.unique
  behaviour(
    'issues ids that rise within one second and across a movement of the clock',
    async (client) => {
      const ids: string[] = []
      for (let step = 0; step < 12; step++) {
        if (step === 6) client.world.clock.advance('3s')
        ids.push(
          client.reader.object(
            (await client.send('POST', `${client.version}/workspaces`, { json: { name: `W${step}` } })).json,
            'workspace',
          )['id'] as string,
        )
      }
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(12)
      expect((await client.ids(`${client.version}/workspaces`, 'workspaces', { limit: 1 }))[0]).toBe(ids.at(-1))
    },
    writable,
  ),
]

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Tries every malformed id at every endpoint: thousands of requests. Returns their number. */
export async function expectEveryMalformed(client: SuiteClient): Promise<number> {
  let count = 0
  for (const idCase of idCases(client.conventions)) {
    for (const [label, id] of Object.entries(malformed)) {
      await expectMalformed(client, idCase, label, id)
      count++
    }
  }
  return count
}
