import { http as newestHttp } from 'msw-2-newest'
import { setupServer as setupNewest } from 'msw-2-newest/node'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createEmulator } from '../emulator/create-emulator.ts'
import { installFetch } from '../emulator/integrations/install-fetch.ts'
import { toMswHandlers } from '../emulator/integrations/msw.ts'
import { serve } from '../emulator/serve/serve.ts'
import { median, microsecondsAsync, printTable } from './measure.ts'

/**
 * Measures what a request for a page of 20 products costs a test over each integration, its body read as JSON, one
 * request after the other. Rounds alternate, so that the load of the machine is the same for all.
 */
const rounds = 15
const times = 200
const emulator = createEmulator({ scale: 1000 })
const { samples, credentials } = emulator
const path = `/1.13/pulse/catalogs/${samples.catalogId}/products?limit=20`
const init: RequestInit = { headers: { authorization: `Bearer ${credentials.token}` } }
const baseUrl = 'https://api.example.com'
const server = await serve(emulator, { port: 0 })

interface Way {
  readonly name: string
  /** Sets the integration up. Returns a function that takes it down. */
  readonly open?: () => () => void
  readonly send: () => Promise<Response>
}

const listening = (mocked: { listen: () => void; close: () => void }) => () => {
  mocked.listen()
  return () => mocked.close()
}
const installed = () => {
  const { restore } = installFetch(emulator, { baseUrl })
  return restore
}
const bySend = () => fetch(baseUrl + path, init)

const ways: readonly Way[] = [
  { name: 'emulator.fetch', send: () => emulator.fetch(new Request(baseUrl + path, init)) },
  { name: 'installFetch', open: installed, send: bySend },
  {
    name: 'installFetch, with a signal',
    open: installed,
    send: () => fetch(baseUrl + path, { ...init, signal: new AbortController().signal }),
  },
  {
    name: 'MSW 2',
    open: listening(setupNewest(...toMswHandlers(emulator, { baseUrl, http: newestHttp }))),
    send: bySend,
  },
  { name: 'MSW 3', open: listening(setupServer(...toMswHandlers(emulator, { baseUrl, http }))), send: bySend },
  { name: 'HTTP, by serve', send: () => fetch(server.url + path, init) },
]

async function readPage(send: Way['send']): Promise<void> {
  const response = await send()
  const { data } = (await response.json()) as { data: unknown[] }
  if (data.length !== 20) throw new Error(`Expected a page of 20 products; got ${data.length}.`)
}

const results = new Map(ways.map(({ name }) => [name, [] as number[]]))
for (let round = -2; round < rounds; round++) {
  for (const { name, open, send } of ways) {
    const close = open?.()
    const taken = await microsecondsAsync(() => readPage(send), times, 1)
    close?.()
    // The first rounds warm up.
    if (round >= 0) results.get(name)!.push(taken)
  }
}
await server.close()

const least = median(results.get('emulator.fetch')!)
printTable(
  `One page of 20 products, in Node ${process.versions.node}`,
  ['', '\u00B5s a request', 'times emulator.fetch'],
  [...results].map(([name, taken]) => [name, median(taken), median(taken) / least]),
)
