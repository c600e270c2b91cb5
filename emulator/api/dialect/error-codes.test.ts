import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { documentOf } from '../../../testing/emulator/documents.ts'
import { faultsOf } from '../../tools/schema-validator.ts'
import { OAuthError, toOAuthResponse } from '../auth/oauth-refusal.ts'
import { ApiError } from './api-error.ts'
import { codeOfStatus, controlErrorCodes, errorCodes } from './error-codes.ts'
import { errorBodies, errorSchema } from './error-bodies.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const forms = Object.keys(errorBodies) as (keyof typeof errorBodies)[]
/** Codes that only faults send. */
const gateways = new Map([
  [408, 'request_timeout'],
  [502, 'bad_gateway'],
  [503, 'service_unavailable'],
  [504, 'gateway_timeout'],
])
const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)

it.each(forms)('documents the code of every status that a fault sends, in the form %s', async (errorBody) => {
  const schema = errorSchema(errorBodies[errorBody])
  const bodyOf = (status: number) =>
    errorBodies[errorBody].write(new ApiError('fault', 'No.', { status, code: codeOfStatus(status) }), status)
  expect(statuses.filter((status) => !errorCodes.includes(codeOfStatus(status)))).toEqual([])
  expect(statuses.filter((status) => faultsOf(schema, bodyOf(status)).length > 0)).toEqual([])
  const { fetch, faults, credentials } = createEmulator({ conventions: { errorBody } })
  for (const status of gateways.keys()) {
    faults.add({ status })
    const headers = { authorization: `Bearer ${credentials.token}` }
    const answer = await fetch('http://emulator.test/1.13/environments', { headers })
    expect([answer.status, answer.headers.get('x-emulator-code')]).toEqual([status, gateways.get(status)])
    expect(faultsOf(schema, await answer.json())).toEqual([])
  }
})

it('documents the code of every status that a fault sends at the token endpoint', async () => {
  const answers = statuses.map((status) => toOAuthResponse(new ApiError('fault', 'No.', { status })))
  for (const answer of answers) expect(faultsOf(OAuthError, await answer.json())).toEqual([])
  expect(answers.map(({ status }) => status)).toEqual(statuses)
})

it('lists in the document the codes of gateways, which only faults send', () => {
  const { components } = documentOf({})
  expect(components.schemas.Error.properties.error.properties.code.enum).toEqual(
    expect.arrayContaining([...gateways.values()]),
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
    (file) => !/\.test\.ts$|^console|^disturb\/deviations|^tools|error-codes/.test(file),
  )
  const texts = files.map((file) => readFileSync(`${root}${file}`, 'utf8'))
  const sent = texts.flatMap((text) => [...text.matchAll(/\bcode: '([a-z]+_[a-z_]+)'/g)].map((match) => match[1]!))
  const advice = 'Add the code to ownCodes or controlCodes in emulator/api/dialect/error-codes.ts.'
  expect(sent.length, 'The pattern no longer finds codes.').toBeGreaterThan(15)
  expect(
    sent.filter((code) => !controlErrorCodes.includes(code)),
    advice,
  ).toEqual([])
  const all = texts.join('\n')
  expect(
    controlErrorCodes.filter((code) => ![...gateways.values()].includes(code) && !all.includes(`'${code}'`)),
  ).toEqual([])
})
