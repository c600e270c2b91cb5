import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { documentOf } from '../../testing/emulator/documents.ts'
import { faultsOf } from '../tools/json-schema.ts'
import { OAuthError } from '../auth/oauth-refusal.ts'
import { controlErrorCodes, errorCodes } from './error-codes.ts'
import { errorBodies, errorSchema } from './error-bodies.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const forms = Object.keys(errorBodies) as (keyof typeof errorBodies)[]
const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)

it.each(forms)('documents the code of every status that a fault sends, in the form %s', async (errorBody) => {
  const emulator = createEmulator({ conventions: { errorBody } })
  const schema = errorSchema(errorBody)
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const wrong: unknown[] = []
  for (const status of statuses) {
    emulator.faults.add({ status })
    const answer = await emulator.fetch('http://emulator.test/1.13/environments', { headers })
    const code = answer.headers.get('x-emulator-code')!
    const faults = faultsOf(schema, await answer.json())
    if (!errorCodes.includes(code) || answer.status !== status || faults.length > 0) wrong.push([status, code, faults])
  }
  expect(wrong).toEqual([])
})

it('documents the code of every status that a fault sends at the token endpoint', async () => {
  const emulator = createEmulator()
  for (const status of statuses) {
    emulator.faults.add({ status })
    const answer = await emulator.fetch('http://emulator.test/oauth/token', { method: 'POST' })
    expect([answer.status, faultsOf(OAuthError, await answer.json())]).toEqual([status, []])
  }
})

it('lists in the document the codes of gateways, which only faults send', () => {
  const { components } = documentOf({})
  expect(components.schemas.Error.properties.error.properties.code.enum).toEqual(
    expect.arrayContaining(['request_timeout', 'bad_gateway', 'service_unavailable', 'gateway_timeout']),
  )
})

it('lets adapters answer with codes of their own, at the operation that runs commands alone', () => {
  const { components, paths } = documentOf({})
  expect(components.schemas.CommandError.properties.error.properties.code).not.toHaveProperty('enum')
  const refersTo = Object.entries(paths).filter(([, item]) => JSON.stringify(item).includes('CommandError'))
  expect(refersTo.map(([path]) => path)).toEqual(['/services/{adapterConnectionId}/{command}'])
})

it('has every code that the sources send, and no other', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^deviations|^tools|error-codes/.test(file),
  )
  const texts = files.map((file) => readFileSync(`${root}${file}`, 'utf8'))
  const sent = texts.flatMap((text) => [...text.matchAll(/\bcode: '([a-z]+_[a-z_]+)'/g)].map((match) => match[1]!))
  const advice = 'Add the code to ownCodes or controlCodes in emulator/dialect/error-codes.ts.'
  expect(sent.length, 'The pattern no longer finds codes.').toBeGreaterThan(15)
  expect(
    sent.filter((code) => !controlErrorCodes.includes(code)),
    advice,
  ).toEqual([])
  const gateways = ['request_timeout', 'bad_gateway', 'service_unavailable', 'gateway_timeout']
  const all = texts.join('\n')
  expect(controlErrorCodes.filter((code) => !gateways.includes(code) && !all.includes(`'${code}'`))).toEqual([])
})
