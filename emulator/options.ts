import type { Seed } from './world/seed.ts'
import { exampleAdapters } from '../fixtures/adapters/adapters.ts'
import type { FixturePack } from '../fixtures/pack-options.ts'
import { assertList, assertMembers, type NamesOf } from './tools/assert-members.ts'
import type { ClockOptions } from './world/clock.ts'
import type { Conventions } from './contract/conventions.ts'
import type { Deviation } from './deviations/define-deviation.ts'
import type { DeviationName } from './deviations/deviation-names.ts'
import type { Fault } from './faults/fault.ts'
import type { JournalLimits } from './journal/journal.ts'
import type { ScenarioName } from './scenarios/scenarios.ts'
import { defineAdapter } from './services/define-adapter.ts'
import type { Adapter, AdapterRegistry } from './contract/adapter.ts'
import { parseTime } from './tools/time.ts'
import { EmulatorError } from './tools/emulator-error.ts'

/** What an emulator begins with, and how it answers. */
export interface EmulatorOptions {
  /** What the fixtures, ids and credentials follow from: the same number, the same bytes. Default: 1. */
  readonly seed?: number
  /**
   * The data of a new world: a pack, or what `parseSeed` makes of records of your own or of a snapshot.
   * Default: `default`.
   */
  readonly fixtures?: FixturePack | Seed
  /** How many products the first catalog has, for load. */
  readonly scale?: number
  /** Where virtual time starts and whether it stands: a time, `frozen`, or both. Default: real time, running. */
  readonly clock?: string | number | Date | 'frozen' | ClockOptions
  /** Answers to what the specification leaves open. */
  readonly conventions?: Partial<Conventions>
  /** What goes wrong on purpose, in every new world. */
  readonly faults?: readonly Fault[]
  /** Traps for clients that the specification allows, in every new world. */
  readonly scenarios?: readonly ScenarioName[]
  /** Deliberate violations of the specification, by name or of your own, for everything but the control API. */
  readonly deviations?: readonly (DeviationName | Deviation)[]
  /** How much of what came in each world keeps. Default: 1000 requests, 4 MiB. */
  readonly requests?: JournalLimits
  /** Adapters beside, or in place of, the examples. */
  readonly adapters?: readonly Adapter[]
  /** A path before every other, as `/api`. */
  readonly basePath?: string
  /** The address that links lead to when it is not the one a request came to. */
  readonly publicUrl?: string
  /** Whether `/_emulator/` is served. Default: true. */
  readonly control?: boolean
  /** Checks every response against its declared schema, and answers 500 when it does not match. Default: false. */
  readonly checkResponses?: boolean
  /** Told of the emulator's own errors. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
}

const optionNames: NamesOf<EmulatorOptions> = {
  seed: true,
  fixtures: true,
  scale: true,
  clock: true,
  conventions: true,
  faults: true,
  scenarios: true,
  deviations: true,
  requests: true,
  adapters: true,
  basePath: true,
  publicUrl: true,
  control: true,
  checkResponses: true,
  onError: true,
}

/** @throws EmulatorError `invalid_option` for an unknown option, or a value of the wrong kind. */
export function assertOptions(options: EmulatorOptions): void {
  assertMembers('createEmulator', options, optionNames)
  if (options.requests !== undefined)
    assertMembers('The option requests', options.requests, { entries: true, bytes: true })
  if (options.adapters !== undefined) assertList('adapters', options.adapters)
  const { fixtures, publicUrl, onError } = options as Readonly<Record<string, unknown>>
  if (typeof fixtures === 'object' && !(fixtures !== null && 'records' in fixtures))
    throw new EmulatorError(
      'invalid_option',
      'fixtures must be a pack, or what parseSeed makes of records of your own or of a snapshot; ' +
        'got an object of another kind.',
    )
  if (
    publicUrl !== undefined &&
    !(typeof publicUrl === 'string' && /^https?:/i.test(publicUrl) && URL.canParse(publicUrl))
  )
    throw new EmulatorError(
      'invalid_option',
      `publicUrl must be an absolute address such as https://api.example.com; got ${JSON.stringify(publicUrl)}.`,
    )
  if (onError !== undefined && typeof onError !== 'function')
    throw new EmulatorError('invalid_option', `onError must be a function; got ${JSON.stringify(onError)}.`)
  for (const name of ['control', 'checkResponses'] as const) {
    const given: unknown = options[name]
    if (given !== undefined && typeof given !== 'boolean')
      throw new EmulatorError('invalid_option', `${name} must be true or false; got ${JSON.stringify(given)}.`)
  }
}

/** The examples, and the caller's own beside or in place of them. */
export function registryOf(own: readonly Adapter[]): AdapterRegistry {
  return new Map([...exampleAdapters, ...own.map(defineAdapter)].map((adapter) => [adapter.name, adapter]))
}

/** The option `clock` in full: a time alone stands still there. */
export function readClock(clock: EmulatorOptions['clock']): ClockOptions {
  if (clock === undefined) return {}
  if (clock === 'frozen') return { frozen: true }
  if (typeof clock === 'object' && !(clock instanceof Date)) {
    assertMembers<ClockOptions>('The option clock', clock, { start: true, frozen: true, timeSource: true })
    return clock
  }
  return { start: parseTime(clock), frozen: true }
}

/** @throws EmulatorError `invalid_option` for anything that is not a path. */
export function readBasePath(basePath = ''): string {
  if (typeof basePath !== 'string')
    throw new EmulatorError('invalid_option', `basePath must be a path such as /api; got ${JSON.stringify(basePath)}.`)
  const path = basePath.replace(/\/+$/, '')
  if (path === '' || (/^(\/[\w.-]+)+$/.test(path) && !path.startsWith('/_emulator'))) return path
  throw new EmulatorError('invalid_option', `basePath must be a path such as /api; got ${JSON.stringify(basePath)}.`)
}
