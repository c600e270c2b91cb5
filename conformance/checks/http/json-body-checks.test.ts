import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import { serviceChecks } from '../services/services-checks.ts'
import { httpChecks } from './http-checks.ts'

it.each([
  ['pass', 'every command', undefined],
  ['insufficientEvidence', 'no request with a JSON body', 422],
  ['fail', 'no JSON', 415],
] as const)('comes to %s given a target that takes %s', async (verdict, _what, status) => {
  const { target, fetch } = emulatorSubject()
  const { results } = await runKit(
    {
      target,
      fetch: async (request) =>
        status !== undefined && request.headers.get('content-type') === 'application/json'
          ? Response.json({ message: 'no' }, { status })
          : fetch(request),
    },
    { checks: [...serviceChecks, ...httpChecks], only: ['http.json-body.everywhere'] },
  )
  expect(results.find(({ check }) => check === 'http.json-body.everywhere')?.verdict).toBe(verdict)
})
