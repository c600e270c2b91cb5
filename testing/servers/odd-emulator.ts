// Emulators that answer otherwise than the emulator does, for tests of the checks.
import type { FetchFunction } from '../../conformance/send/sender.ts'
import type { FakeTime } from '../conformance/fake-time.ts'
import { fromEmulator } from './right/from-emulator.ts'
import type { RightSubject } from './right/right-server.ts'

/** How an emulator differs. */
export type OddEmulator = Omit<Parameters<typeof fromEmulator>[0], 'fakeTime'>

/** Changes what a target answers. */
export type Wrap = (next: FetchFunction) => FetchFunction

/** An emulator that differs, as a subject. Waiting takes no time, and time stands still while it answers. */
export function oddEmulator(odd: OddEmulator | Wrap): RightSubject {
  const made = fromEmulator({ ...(typeof odd === 'function' ? { between: odd } : odd), fakeTime: true })
  return { ...made, fetch: (made.options!.time as FakeTime).fetch(made.fetch) }
}

/** Changes the answers to requests whose method and path match. */
export function on(
  pattern: RegExp,
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    return pattern.test(`${request.method} ${new URL(request.url).pathname}`) ? change(response, request) : response
  }
}

/** A JSON answer. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body, { status, headers })

/** A page for people. */
export const page = (text: string, status = 200): Response =>
  new Response(`<!doctype html>${text}`, { status, headers: { 'content-type': 'text/html' } })

/** Changes the shape of good JSON answers. */
export const shaped = <Body>(pattern: RegExp, change: (body: Body, request: Request) => unknown): Wrap =>
  on(pattern, async (response, request) =>
    response.ok && response.status !== 204
      ? new Response(JSON.stringify(change((await response.json()) as Body, request)), response)
      : response,
  )

interface Command {
  readonly name: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** Changes the capabilities of connections. */
export const capabilities = (change: (commands: readonly Command[]) => unknown): Wrap =>
  shaped<{ readonly commands: readonly Command[] }>(/^GET \/services\/[^/]+\/capabilities$/, ({ commands }) =>
    change(commands),
  )
/** Requests that create groups. */
export const groupPost: RegExp = /^POST \/0\/projects\/[^/]+\/groups\/$/
/** Requests of commands. */
export const command: RegExp = /^POST \/services\//
