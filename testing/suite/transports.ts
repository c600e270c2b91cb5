import { http } from 'msw/http'
import { setupServer } from 'msw/node'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { toMswHandlers } from '../../emulator/integrations/msw.ts'
import { serve } from '../../emulator/serve/serve.ts'

/** A way for requests to reach an emulator. */
export interface Transport {
  readonly name: string
  readonly origin: string
  readonly send: (request: Request) => Promise<Response>
  /** The origin whose pages may read an answer, by the origin of the request. */
  readonly readableBy: (origin: string | null) => string | null
  /** The step through the endpoints of a behaviour: 1 asks all. A request takes longer than in process. */
  readonly every: number
  readonly close: () => Promise<void>
}

/** Calls `emulator.fetch` in this process. */
export function toDirectFetch(emulator: Emulator): Promise<Transport> {
  return Promise.resolve({
    name: 'direct fetch',
    origin: 'http://emulator.test',
    send: emulator.fetch,
    readableBy: () => '*',
    every: 1,
    close: () => Promise.resolve(),
  })
}

/** Sends over HTTP to a server made by `serve`. */
export async function toHttp(emulator: Emulator): Promise<Transport> {
  const server = await serve(emulator, { port: 0 })
  return {
    name: 'HTTP',
    origin: new URL(server.url).origin,
    send: (request) => fetch(request, { redirect: 'manual' }),
    readableBy: (origin) => origin,
    every: 5,
    close: () => server.close(),
  }
}

/** Sends with the global `fetch`, which MSW intercepts. */
export function toMsw(emulator: Emulator): Promise<Transport> {
  const origin = 'https://msw.emulator.test'
  const server = setupServer(...toMswHandlers(emulator, { baseUrl: `${origin}${emulator.basePath}`, http }))
  server.listen({ onUnhandledFrame: 'error' })
  return Promise.resolve({
    name: 'MSW',
    origin,
    send: (request) => fetch(request, { redirect: 'manual' }),
    readableBy: () => '*',
    every: 20,
    close: () => Promise.resolve(server.close()),
  })
}
