import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { checks } from '../../conformance/checks/checks.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { type ConformanceOptions, runConformance } from '../../conformance/judge/run-conformance.ts'
import type { FetchFunction } from '../../conformance/send/sender.ts'
import { type Target, toTarget } from '../../conformance/target/target-file.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { FakeTime } from './fake-time.ts'
import type { Time } from '../../conformance/send/time.ts'
import type { Deviation, FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'

/** Something to run the kit against. */
export interface Subject {
  readonly target: Target
  readonly fetch: FetchFunction
  /** Its time, where waiting takes none. */
  readonly time?: Time
}

const baseUrl = 'http://target.test'
/** When emulators with a time of their own begin. At a whole minute, the kit would learn a clock of minutes. */
const begin: number = Date.UTC(2027, 2, 1, 9, 41, 17, 343)

/** An emulator as the kit sees any target: by its target file and its answers. */
export function toSubject(emulator: Emulator, url: string = baseUrl): Subject {
  return { target: toTarget(toTargetFile(emulator, url, true)), fetch: emulator.fetch }
}

/** A fresh emulator as a subject. */
export function emulatorSubject(
  conventions: Partial<Conventions> = {},
  scenarios: readonly ScenarioName[] = [],
): Subject {
  return toSubject(createEmulator({ conventions, scenarios, onError: () => undefined }))
}

/** A fresh emulator as a subject whose time jumps where the kit waits, so that waiting takes no time. */
export function timelessSubject(options: EmulatorOptions, url?: string): Subject & { readonly time: Time } {
  const time = new FakeTime(begin)
  const clock = { start: begin, timeSource: () => time.now() }
  const { target, fetch } = toSubject(createEmulator({ ...options, clock, onError: () => undefined }), url)
  return { target, fetch: time.fetch(fetch), time }
}

/** How an emulator is made, and where it answers if not at the root of its host in the default world. */
export interface SubjectOptions {
  readonly checkResponses?: boolean
  readonly basePath?: string
  /** The rest of the address after the base path. */
  readonly path?: string
  /** The world that the header of each request names. */
  readonly world?: string
  readonly conventions?: Partial<Conventions>
}

/** A fresh emulator that deviates, as a subject, under the conventions that show it. Waiting takes no time. */
export function deviatingSubject(
  deviation: Deviation,
  { checkResponses = false, basePath = '', path = '', world, conventions }: SubjectOptions = {},
): Subject {
  const options = {
    conventions: { ...conventions, ...deviation.conventions },
    deviations: [deviation],
    basePath,
    checkResponses,
  }
  const subject = timelessSubject(options, `${baseUrl}${basePath}${path}`)
  if (world === undefined) return subject
  return {
    ...subject,
    fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('x-emulator-world', world)
      return subject.fetch(new Request(request, { headers }))
    },
  }
}

/** Makes an emulator deviate in a way that is not a declared deviation. */
export function deviate(emulator: Emulator, wrap: FetchWrapper): void {
  emulator.deviations.add({ name: 'own', requirement: 'http.json', description: 'Its own.', caughtBy: '', wrap })
}

/** Runs the whole kit against a subject. */
export function runKit(
  { target, fetch, time }: Subject,
  options: Partial<ConformanceOptions> = {},
): Promise<RunResult> {
  return runConformance({ target, checks, fetch, ...(time ? { time } : {}), ...options })
}

/** The requirements that at least one check found broken. */
export function failedRequirements({ results }: RunResult): readonly string[] {
  return [...new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement))]
}

/** One line for each result with one of these verdicts. */
export function resultLines({ results }: RunResult, ...verdicts: readonly string[]): readonly string[] {
  return results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ check, verdict, message }) => `${check} ${verdict}: ${message}`)
}
