import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { twinRecords } from '../../bin/judges/twin/twin-records.ts'
import { twinFiles } from '../../bin/commands/learn/twin-files.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { toLearnedDocument } from './learned-document.ts'

const drawn = 'x9Kd02mQ7pLz83VbN1cR'
/** Members that a service may show beside those of the emulator, and none of which may be in a file. */
const secrets: Readonly<Record<string, unknown>> = {
  apiKey: 'short-key-1',
  client_secret: { value: 'in-an-object' },
  dsn: 'any-dsn',
  webhook: 'https://hook:pass-in-address@example.com/x',
  callback: 'https://example.com/x?access_token=in-a-query',
  note: 'use Bearer abcdefghij0123456789',
  key_file: '-----BEGIN PRIVATE KEY-----',
  stripe: 'sk_live_abcdefgh12',
  jwt_like: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0',
  checksum: drawn,
  list: ['plain', drawn],
  user_token: 'by-its-name',
}
const harmless: Readonly<Record<string, unknown>> = {
  author: 'Ada Lovelace',
  title: '!!js/function "x" *alias &anchor # no comment',
  homepage: 'https://example.com/a/long/path/to-a-page',
  since: '2026-01-31T12:00:00Z',
  order_id: '0b0d2a1e-7a7f-4d39-9b3d-3a5f1c2d4e5f',
  token_count: 3,
  nested: { deep: [{ ok: true }] },
}

/** Learns an emulator whose environments have further members, and whose second one has this name. */
function learnNamedEnvironment(name: string) {
  return learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => async (request) => {
        const response = await next(request)
        const { pathname } = new URL(request.url)
        if (!pathname.endsWith('/environments') || response.status !== 200) return response
        const body = (await response.json()) as { data: object[] }
        const more = JSON.stringify({ ...secrets, ...harmless }).replace('{', '{"__proto__":{"polluted":1},')
        const data = body.data.map((record, index) => ({
          ...record,
          ...(index === 1 ? { name } : {}),
          ...JSON.parse(more),
          'odd\u001Bname': 'gone',
        }))
        return new Response(
          JSON.stringify({ ...body, data }).replaceAll('"kind":', '"__proto__":{"polluted":1},"kind":'),
          response,
        )
      },
    },
  )
}

it('keeps real records without secrets, and a twin serves them', async () => {
  const { emulator, learned, document } = await learnNamedEnvironment('Real\u001B[31m\u202E one')
  const { records, withheld } = learned.sampleRecords(2)
  expect(records.environments).toHaveLength(2)
  expect(records.environments![1]).toMatchObject({ ...harmless, name: 'Real [31m  one', list: ['plain'] })
  expect(records).not.toHaveProperty('access_tokens')
  expect(withheld).toEqual(
    Object.keys(secrets)
      .map((name) => `environments.${name}`)
      .toSorted(),
  )
  const made = twinRecords(document.records, records)
  const files = twinFiles(document, made)
  const text = files['fixtures.yaml']!
  for (const secret of [...Object.values(emulator.credentials), ...Object.values(secrets), drawn].flat())
    if (typeof secret === 'string' && secret !== 'plain') expect(text).not.toContain(secret)
  for (const hidden of ['polluted', '__proto__', '\u001B', '\u202E', 'in-an-object', 'odd'])
    expect(text).not.toContain(hidden)
  // No other file has the value of a record.
  const others = { ...files, 'fixtures.yaml': '', other: JSON.stringify(toLearnedDocument(learned, document)) }
  for (const other of Object.values(others)) expect(other).not.toContain('Real [31m')
  const content: unknown = parse(text)
  const twin = createEmulator({ fixtures: parseSeed(content, 3), checkResponses: true })
  const answer = await twin.fetch('http://localhost/1.13/environments', {
    headers: { authorization: `Bearer ${twin.credentials.token}` },
  })
  const { data } = (await answer.json()) as { data: { id: string; name: string }[] }
  const real = emulator.data.find('environments').map(({ id }) => id)
  expect(data.filter(({ id }) => real.includes(id)).length).toBe(2)
  expect(data.find(({ name }) => name === 'Real [31m  one')).toMatchObject({ ...harmless, user_token: 'text' })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
