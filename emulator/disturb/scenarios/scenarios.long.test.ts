import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { sampleRequest } from '../../../testing/emulator/sample-requests.ts'
import { clock } from '../../../testing/emulator/scenario-emulators.ts'
import { toOpenApi } from '../../api/openapi/openapi.ts'
import { scenarioNames } from './scenarios.ts'

/** Scenarios that cause a server error, a closed connection or a long wait on purpose. */
const disturbing = /^(?:error-bodies-html|server-error-|unavailable-|connection-dropped-|gateway-timeout-|slow-answer)/
const answering = scenarioNames.filter((name) => !disturbing.test(name))

it.each(answering)('answers every operation while %s is playing', async (name) => {
  const errors: unknown[] = []
  const emulator = createEmulator({
    clock,
    scenarios: [name],
    checkResponses: true,
    onError: (error) => errors.push(error),
  })
  const document = toOpenApi({
    conventions: emulator.conventions,
    serverUrl: 'http://emulator.test',
    adapters: emulator.adapters,
  }) as unknown as { paths: Record<string, Record<string, never>> }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods).filter(([method]) =>
      ['get', 'post', 'put', 'delete'].includes(method),
    )) {
      const fork = emulator.fork()
      const { status } = await fork.fetch(sampleRequest(fork, { method, path, operation }))
      expect([method, path, status < 500]).toEqual([method, path, true])
    }
  }
  expect(errors).toEqual([])
})
