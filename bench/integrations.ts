import { http as newestHttp, type HttpResponse as NewestResponse } from 'msw-2-newest'
import { setupServer as setupNewest } from 'msw-2-newest/node'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createEmulator } from '../emulator/create-emulator.ts'
import { toBaseUrlPattern } from '../emulator/integrations/base-url.ts'
import { installFetch } from '../emulator/integrations/install-fetch.ts'
import { toMswHandlers } from '../emulator/integrations/msw.ts'
import { serve } from '../emulator/serve/serve.ts'
import { median, printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

/**
 * Measures the CPU time of a request for a page of 20 products, authenticated, validated and filtered, over each
 * integration, one request after the other, with its body read as text and without. Each is compared with its minimum
 * in the same round: `emulator.fetch` with a function that only makes the same Request and Response, and the emulator
 * in MSW with MSW around that function. Rounds alternate, so that all integrations run under the same load.
 */
const rounds = 7
/**
 * Integrations of the same pace alternate. Those that leave much garbage, such as signals and MSW, must not slow down
 * the others.
 */
const paces = {
  quick: { times: 10_000, warmUps: 4 },
  // Enough requests that Node, which collects signals late, collects those of the measured integration and not of the
  // one before.
  signals: { times: 4000, warmUps: 2 },
  slow: { times: 50, warmUps: 1 },
}
const emulator = createEmulator({ scale: 1000 })
const { samples, credentials } = emulator
const path = `/1.13/pulse/catalogs/${samples.catalogId}/products?limit=20&brand=Acme&status=active`
const headers = { authorization: `Bearer ${credentials.token}` }
const init: RequestInit = { headers }
const baseUrl = 'https://api.example.com'
const url = baseUrl + path
const server = await serve(emulator, { port: 0 })

const page = await emulator.fetch(url, init)
if (page.status !== 200) throw new Error(`Expected 200; got ${page.status}.`)
const pageInit = { status: 200, headers: Object.fromEntries(page.headers) }
const text = await page.text()

/** Makes the same Response as the emulator, without any other work. */
const bareResponse = (): Response => new Response(text, pageInit)
const bareFetch = async (options: RequestInit): Promise<Response> => {
  void new Request(url, options)
  return bareResponse()
}
const fetchDirectly = (): Promise<Response> => fetch(url, init)
const aborting = (): RequestInit => ({ ...init, signal: new AbortController().signal })

interface Way {
  readonly name: string
  /** The name of the baseline. */
  readonly beside?: string
  /** Sets the integration up. Returns a function that tears it down. */
  readonly open?: () => () => void
  readonly send: () => Promise<Response>
  /** True if the body must be read, as over a connection. */
  readonly mustRead?: boolean
  readonly pace: keyof typeof paces
}

const listenMocked = (mocked: { listen: () => void; close: () => void }) => () => {
  mocked.listen()
  return () => mocked.close()
}
const installEmulatorFetch = () => {
  const { restore } = installFetch(emulator, { baseUrl })
  return restore
}
const pattern = toBaseUrlPattern(emulator, baseUrl)

const ways: readonly Way[] = [
  { name: 'a Request and a Response', pace: 'quick', send: () => bareFetch(init) },
  { name: 'emulator.fetch', beside: 'a Request and a Response', pace: 'quick', send: () => emulator.fetch(url, init) },
  { name: 'installFetch', beside: 'emulator.fetch', pace: 'quick', open: installEmulatorFetch, send: fetchDirectly },
  { name: 'a Request with a signal, and a Response', pace: 'signals', send: () => bareFetch(aborting()) },
  {
    name: 'emulator.fetch, with a signal',
    beside: 'a Request with a signal, and a Response',
    pace: 'signals',
    send: () => emulator.fetch(url, aborting()),
  },
  {
    name: 'installFetch, with a signal',
    beside: 'emulator.fetch, with a signal',
    pace: 'signals',
    open: installEmulatorFetch,
    send: () => fetch(url, aborting()),
  },
  {
    name: 'MSW 2 around a Response',
    pace: 'slow',
    open: listenMocked(setupNewest(newestHttp.all(pattern, () => bareResponse() as NewestResponse<never>))),
    send: fetchDirectly,
  },
  {
    name: 'MSW 2 around the emulator',
    pace: 'slow',
    beside: 'MSW 2 around a Response',
    open: listenMocked(setupNewest(...toMswHandlers(emulator, { baseUrl, http: newestHttp }))),
    send: fetchDirectly,
  },
  {
    name: 'MSW 3 around a Response',
    pace: 'slow',
    open: listenMocked(setupServer(http.all(pattern, bareResponse))),
    send: fetchDirectly,
  },
  {
    name: 'MSW 3 around the emulator',
    pace: 'slow',
    beside: 'MSW 3 around a Response',
    open: listenMocked(setupServer(...toMswHandlers(emulator, { baseUrl, http }))),
    send: fetchDirectly,
  },
  { name: 'HTTP, by serve', pace: 'slow', send: () => fetch(server.url + path, init), mustRead: true },
]

/** Microseconds of CPU time per request, including the threads of the garbage collector. */
async function measureSend({ send, pace }: Way, isRead: boolean): Promise<number> {
  const { times } = paces[pace]
  const before = process.cpuUsage()
  for (let count = 0; count < times; count++) {
    const response = await send()
    if (isRead) await response.text()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

const results = new Map(ways.map(({ name }) => [name, { unread: [] as number[], read: [] as number[] }]))

/** Sets an integration up, checks that it answers the same page, measures it and tears it down. */
async function measureWay(way: Way, isRead: boolean): Promise<number> {
  const { name, open, send } = way
  const close = open?.()
  const received = await (await send()).text()
  if (received !== text) throw new Error(`Expected the same page from ${name}; got ${received.slice(0, 200)}`)
  const taken = await measureSend(way, isRead)
  close?.()
  return taken
}

for (const [pace, { warmUps }] of Object.entries(paces))
  for (const kind of ['unread', 'read'] as const)
    for (let round = -warmUps; round < rounds; round++)
      for (const way of ways) {
        if (way.pace !== pace) continue
        const taken = way.mustRead && kind === 'unread' ? Number.NaN : await measureWay(way, kind === 'read')
        if (round >= 0) results.get(way.name)![kind].push(taken)
      }
await server.close()

const rows = ways.map(({ name, beside }) => {
  const mine = results.get(name)!
  const other = beside === undefined ? undefined : results.get(beside)!
  const cells = (['unread', 'read'] as const).flatMap((kind) => [
    Number.isNaN(mine[kind][0]) ? '' : median(mine[kind]),
    other ? median(mine[kind].map((taken, round) => taken / other[kind][round]!)) : '',
  ])
  return [name, ...cells, beside ?? ''] as const
})
const title = 'A page of 20 products, in process'
const headings = ['', 'not read, CPU µs', '×', 'read, CPU µs', '×', '× is the ratio to']
printTable(title, headings, rows)
writeResults('integrations', title, [
  'CPU time of a request for 20 of 1000 products, authenticated and filtered, its body not read, and read as text;',
  `${rounds} rounds, × is the median ratio in the same round. "A Request and a Response" makes the same two and does`,
  "nothing else; it also replaces the emulator in MSW, so that MSW's own share shows.",
  '',
  ...markdownTable(headings, rows),
])
