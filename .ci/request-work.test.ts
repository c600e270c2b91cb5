// Guards the speed of a request in process by counts: what is made for it, and how often the event loop turns.
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replaces a class of the Fetch API. Returns how often it was made since the last call. */
function counted(name: 'Request' | 'Response' | 'Headers' | 'URLSearchParams'): () => number {
  let count = 0
  vi.stubGlobal(
    name,
    new Proxy(globalThis[name], {
      construct: (target, args, newTarget) => {
        count++
        return Reflect.construct(target, args, newTarget) as object
      },
    }),
  )
  return () => {
    const made = count
    count = 0
    return made
  }
}

/** How many turns of the queue of microtasks it takes until a promise is settled. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  const settled: unknown[] = []
  void promise.then((value) => settled.push(value))
  let turns = 0
  for (; settled.length === 0; turns++) await undefined
  return turns
}

const { fetch: answer, samples, credentials } = createEmulator({ scale: 1000 })
const url = `http://localhost/1.13/pulse/catalogs/${samples.catalogId}/products?limit=20&brand=Acme&status=active`
const init = { headers: { authorization: `Bearer ${credentials.token}` } }

it('answers a page with the one Request and the one Response that it needs', async () => {
  const counts = (['Request', 'Response', 'Headers', 'URLSearchParams'] as const).map(counted)
  await answer(url, init)
  for (const madeSince of counts) madeSince()
  await answer(url, init)
  expect(counts.map((madeSince) => madeSince())).toEqual([1, 1, 0, 0])
})

it('has a page ready at once', async () => {
  expect(await turnsOf(Promise.resolve())).toBe(1)
  expect(await turnsOf(answer(url, init))).toBe(1)
})
