// Emulators that answer differently from the emulator, for tests of the checks.
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import type { FetchFunction } from '../../conformance/send/sender.ts'
import { type Target, toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { FakeTime } from '../conformance/fake-time.ts'
import { deviate } from '../conformance/subject.ts'
import type { RightSubject } from './right/right-server.ts'

/** The start time of servers with their own clock. */
const begin: number = Date.UTC(2027, 2, 1)

interface OddEmulatorOptions {
  readonly conventions?: Partial<Conventions>
  readonly emulator?: Omit<EmulatorOptions, 'conventions'>
  /** The changes to the answers of the API. It does not act on the control API. */
  readonly way?: (time: FakeTime) => FetchWrapper
  /** Stands between the kit and everything else. */
  readonly between?: (next: FetchFunction, time: FakeTime) => FetchFunction
  /** The changed members of the target file. */
  readonly target?: (target: Target) => Target
  /** True if waiting takes no time: the clock of the server and the time of the kit are then faked. */
  readonly fakeTime?: boolean
  readonly options?: Partial<ConformanceOptions>
}

/** An emulator with changes, as a subject. */
function oddSubject({
  conventions = {},
  emulator: emulatorOptions = {},
  way,
  between = (next) => next,
  target = (declared) => declared,
  fakeTime = false,
  options = {},
}: OddEmulatorOptions): RightSubject {
  const time = new FakeTime(begin)
  const emulator = createEmulator({
    ...(fakeTime ? { clock: { start: begin, timeSource: () => time.now() } } : {}),
    ...emulatorOptions,
    conventions,
    onError: () => undefined,
  })
  if (way) deviate(emulator, way(time))
  return {
    target: target(toTarget(toTargetFile(emulator, 'http://target.test', true))),
    fetch: between(emulator.fetch, time),
    options: { ...(fakeTime ? { time } : {}), ...options },
  }
}

/** How an emulator differs. */
export type OddEmulator = Omit<OddEmulatorOptions, 'fakeTime'>

/** Changes what a target answers. */
export type Wrap = (next: FetchFunction) => FetchFunction

/** An emulator that differs, as a subject. Waiting takes no time, and the clock is stopped while it answers. */
export function oddEmulator(odd: OddEmulator | Wrap): RightSubject {
  const made = oddSubject({ ...(typeof odd === 'function' ? { between: odd } : odd), fakeTime: true })
  return { ...made, fetch: (made.options!.time as FakeTime).fetch(made.fetch) }
}

/** Changes the answers to requests whose method and path match. */
export function changeAnswers(
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
export const markupPage = (text: string, status = 200): Response =>
  new Response(`<!doctype html>${text}`, { status, headers: { 'content-type': 'text/html' } })

/** Changes the shape of good JSON answers. */
export const shaped = <Body>(pattern: RegExp, change: (body: Body, request: Request) => unknown): Wrap =>
  changeAnswers(pattern, async (response, request) =>
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
