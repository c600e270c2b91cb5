import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { scenarioNames } from '../scenarios/scenarios.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'

/** Deviations that answer 500 on purpose. */
const failing = ['command-fails', 'legacy-events-500', 'legacy-projects-options-500']

/** Returns true if a scenario answers with an error of its own, or drops the connection. */
const failsOnPurpose = (name: string): boolean =>
  /^(?:connection-dropped|server-error|unavailable|error-bodies)-/.test(name)

it('answers no request with a malformed path with 500, under any deviation or scenario', async () => {
  const errors: unknown[] = []
  const emulator = createEmulator({ clock: '2026-03-01', onError: (error) => errors.push(error) })
  const { token, integrationToken } = emulator.credentials
  const { adapterConnectionId } = emulator.samples
  const requests = [
    ['GET', '/1.13/environments/%ff'],
    ['GET', '/1.13/pulse/catalogs/%ff/products?%ff=%ff'],
    ['GET', '/1.13/configurations/%ff?path=%ff'],
    ['GET', '/0/projects/%ff/groups/'],
    ['GET', '/0/issues/%E0%A4/events/?cursor=%ff'],
    ['POST', `/services/${adapterConnectionId}/%ff`],
    ['GET', '/app/%ff/connect?prepare_state=%ff'],
    ['DELETE', '/access-tokens/%ff'],
    ['POST', '/access-tokens/%'],
    ['GET', '/%ff/%ff'],
  ] as const
  const bad: unknown[] = []
  const askAll = async (name: string) => {
    for (const [method, path] of requests) {
      const authorization = `Bearer ${path.startsWith('/0/') ? integrationToken : token}`
      const body = method === 'POST' ? '{"name":"x"}' : null
      const headers = { authorization, 'content-type': 'application/json' }
      const { status } = await emulator.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
      if (status >= 500 && !failing.includes(name)) bad.push([name, method, path, status])
    }
  }
  for (const deviation of everyDeviation) {
    emulator.deviations.set([deviation])
    await askAll(deviation.name)
  }
  emulator.deviations.clear()
  for (const name of scenarioNames) {
    if (failsOnPurpose(name)) continue
    emulator.scenarios.set([name])
    await askAll(name)
  }
  emulator.scenarios.clear()
  for (const fault of [
    { breakJson: true },
    { delay: 0 },
    { contentType: 'x/y' },
    { retryAfter: 1, status: 429 },
  ] as const) {
    emulator.faults.set([{ ...fault, times: 'always' }])
    await askAll('fault')
  }
  expect([bad, errors]).toEqual([[], []])
})
