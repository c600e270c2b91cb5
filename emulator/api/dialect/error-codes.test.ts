import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { ApiError } from './api-error.ts'
import { codeOfStatus, errorCodes } from './error-codes.ts'
import { errorSchema, refusalBody } from './error-body.ts'
import { AnswerTemplate } from './templates/answer-template.ts'

const forms = ['error', 'problem', 'message', 'errors'] as const
/** Codes that only faults send. */
const gateways = new Map([
  [408, 'request_timeout'],
  [502, 'bad_gateway'],
  [503, 'service_unavailable'],
  [504, 'gateway_timeout'],
])
const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)

it.each(forms)('documents the code of every status that a fault sends, in the form %s', async (errorBody) => {
  const template = new AnswerTemplate('errorBody', errorBody)
  const schema = errorSchema(template)
  const bodyOf = (status: number): unknown =>
    JSON.parse(refusalBody(template, new ApiError('fault', 'No.', { status, code: codeOfStatus(status) }), status))
  expect(statuses.filter((status) => !errorCodes.includes(codeOfStatus(status)))).toEqual([])
  expect(statuses.filter((status) => findFaults(schema, bodyOf(status)).length > 0)).toEqual([])
  const { fetch, faults, credentials } = createEmulator({ conventions: { errorBody } })
  for (const status of gateways.keys()) {
    faults.add({ status })
    const headers = { authorization: `Bearer ${credentials.token}` }
    const answer = await fetch('http://emulator.test/1.13/environments', { headers })
    expect([answer.status, answer.headers.get('x-emulator-code')]).toEqual([status, gateways.get(status)])
    expect(findFaults(schema, await answer.json())).toEqual([])
  }
})
