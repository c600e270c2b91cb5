import { apiBehaviours } from './api-behaviours.ts'
import { Client } from './client.ts'
import { networkBehaviours } from './network-behaviours.ts'
import type { Facts } from './scene.ts'

/** What a page of these tests offers to whoever drives it. */
export interface ObservingPage {
  /** What the client of this page sees of a behaviour. */
  observe: (name: string) => Promise<unknown>
}

/** Says that the page is ready, and lets it be asked. */
export function offerObservations(facts: Facts): void {
  const client = new Client(facts)
  const observe = (name: string) =>
    [...apiBehaviours, ...networkBehaviours].find((behaviour) => behaviour.name === name)!.observe(client)
  Object.assign(globalThis, { observe } satisfies ObservingPage)
}
