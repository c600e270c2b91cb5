import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import { scenarioNames } from '../scenarios/scenarios.ts'
import { deviations } from './shipped.ts'

/** Those that answer with an error on purpose, or drop the connection. */
const failing = /^(?:connection-|server-|unavailable-|error-b)/

it('answers no request with a malformed path with 500, under any deviation or scenario', async () => {
  const errors: unknown[] = []
  const emulator = createEmulator({ clock: '2026-03-01', onError: (error) => errors.push(error) })
  const bad: unknown[] = []
  const askAll = async (name: string) => {
    for (const [method, path] of [
      ['GET', '/1.13/pulse/catalogs/%ff/products?%ff=%ff'],
      ['GET', `/1.13/pulse/catalogs/${'z'.repeat(27)}/products`],
      ['GET', '/1.13/configurations/%ff?path=%ff'],
      ['GET', '/0/issues/%E0%A4/events/?cursor=%ff'],
      ['POST', `/services/${emulator.samples.adapterConnectionId}/%ff`],
      ['GET', '/app/%ff/connect?prepare_state=%ff'],
      ['DELETE', '/access-tokens/%ff'],
      ['GET', '/%ff/%ff'],
    ] as const) {
      const { status } = await ask(emulator, method, path, method === 'POST' ? { json: { name: 'x' } } : {})
      if (status >= 500) bad.push([name, method, path, status])
    }
  }
  for (const { name } of deviations) {
    if (failing.test(name)) continue
    emulator.deviations.set([name])
    await askAll(name)
  }
  emulator.deviations.clear()
  for (const name of scenarioNames) {
    if (failing.test(name)) continue
    emulator.scenarios.set([name])
    await askAll(name)
  }
  expect([bad, errors]).toEqual([[], []])
})
