import { apiBehaviours } from './api-behaviours.ts'
import { Client } from './client.ts'
import { fetchCalls } from './fetch-calls.ts'
import { networkBehaviours } from './network-behaviours.ts'
import type { Facts } from './scene.ts'

/** The functions that a page offers to the test that drives it. */
export interface ObservingPage {
  /** Runs a behaviour in this page and returns what its client saw. */
  observe: (name: string) => Promise<unknown>
}

/** Makes the page ready for the test. */
export function offerObservations(facts: Facts): void {
  const client = new Client(facts)
  const observe = async (name: string) =>
    [...apiBehaviours, ...networkBehaviours, ...fetchCalls]
      .find((behaviour) => behaviour.name === name)!
      .observe(client)
  Object.assign(globalThis, { observe } satisfies ObservingPage)
}
