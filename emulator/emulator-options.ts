import type { Seed } from './seed.ts'
import { exampleAdapters } from '../fixtures/adapters/adapters.ts'
import type { FixturePack } from '../fixtures/packs.ts'
import type { ClockOptions } from './clock.ts'
import type { Conventions } from './conventions.ts'
import type { Deviation } from './deviations/define-deviation.ts'
import type { DeviationName } from './deviations/deviation-names.ts'
import type { Fault } from './faults/fault.ts'
import type { JournalLimits } from './journal/journal.ts'
import type { ScenarioName } from './scenarios/scenarios.ts'
import { type Adapter, type AdapterRegistry, defineAdapter } from './services/define-adapter.ts'
import { parseTime } from './time.ts'

/** What an emulator begins with, and how it answers. */
export interface EmulatorOptions {
  /** What the fixtures, ids and credentials follow from: the same number, the same bytes. Default: 1. */
  readonly seed?: number
  /** The data of a new world: a pack, or a seed of your own. Default: `default`. */
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

/** The examples, and the caller's own beside or in place of them. */
export function registryOf(own: readonly Adapter[]): AdapterRegistry {
  return new Map([...exampleAdapters, ...own.map(defineAdapter)].map((adapter) => [adapter.name, adapter]))
}

export function readClock(clock: EmulatorOptions['clock']): ClockOptions {
  if (clock === undefined) return {}
  if (clock === 'frozen') return { frozen: true }
  if (typeof clock === 'object' && !(clock instanceof Date)) return clock
  return { start: parseTime(clock), frozen: true }
}

/** @throws RangeError for what is no path. */
export function readBasePath(basePath = ''): string {
  const path = basePath.replace(/\/+$/, '')
  if (path === '' || (/^(\/[\w.-]+)+$/.test(path) && !path.startsWith('/_emulator'))) return path
  throw new RangeError(`basePath must be a path such as /api; got ${JSON.stringify(basePath)}.`)
}
