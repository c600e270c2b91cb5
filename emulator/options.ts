import type { Seed, Twin } from './world/seed.ts'
import { exampleAdapters, type FixturePack } from './fixtures.ts'
import { assertListOption, assertMembers } from './tools/assert-members.ts'
import type { ClockOptions } from './world/clock.ts'
import type { Conventions } from './model/contract/conventions.ts'
import type { Deviation } from './disturb/deviations/deviation.ts'
import type { DeviationName } from './disturb/deviations/shipped.ts'
import type { Fault } from './disturb/faults/fault.ts'
import type { Stub } from './disturb/faults/stub.ts'
import type { OperationId } from './model/contract/operation-ids.ts'
import type { World } from './world/world.ts'
import type { JournalLimits } from './journal/journal-limits.ts'
import type { ScenarioName } from './disturb/scenarios/scenarios.ts'
import type { Adapter, AdapterRegistry } from './model/contract/adapter.ts'
import type { WorldLimits } from './world/world-bounds.ts'
import { isPublicUrl } from './tools/public-url.ts'
import { parseTime } from './tools/time.ts'
import { EmulatorError } from './tools/emulator-error.ts'
import { shortJson } from './tools/short-text.ts'

/** A stub of any operation, whose body and function are typed by it. */
export type AnyStub = { [Operation in OperationId]: Stub<Operation, number, World> }[OperationId]

/** The limits of the memory of an emulator. */
export interface EmulatorLimits extends WorldLimits {
  /**
   * The approximate memory of all worlds and their journals, in bytes, without what they share with the seed. The
   * journals have a quarter of it, and at most 64 MiB unless `requests` asks for more. Default: the memory of the
   * worlds is not counted.
   */
  readonly memory?: number | undefined
}

/** A clock whose start may also be a string or a Date. */
export interface StartedClock extends Omit<ClockOptions, 'start'> {
  /** The start of virtual time. Default: the real time. */
  readonly start?: string | number | Date | undefined
}

/** The error for invalid options. */
function invalidOption(message: string): EmulatorError {
  return new EmulatorError('invalid_option', message)
}

/** Refuses a value of an option. @throws EmulatorError `invalid_option` */
type Check<Value> = (value: Value, name: string) => void

/** Declares an option. A value without a check is validated where it is read. */
const option = <Value>(check: Check<Value> = () => undefined): Check<Value> => check

/** Every option of an emulator: its type, and the check of its value. */
const emulatorOptions = {
  /** The seed of fixtures, ids and credentials. The same seed gives the same bytes. Default: 1. */
  seed: option<number>(),
  /** The data of a new world: the name of a pack, or your own data from `parseSeed`. Default: `default`. */
  fixtures: option<FixturePack | Seed>(assertFixtures),
  /** The number of products in the first catalog, for load tests. */
  scale: option<number>(),
  /**
   * The start of the clock and whether it is frozen: a time to freeze it at, `frozen`, or
   * `{ start: '2026-01-01', frozen: false }`. Default: it runs with real time.
   */
  clock: option<string | number | Date | 'frozen' | StartedClock>(),
  /**
   * The twin of a service, from `readTwin` of `@platform-data/emulator/node`. The emulator answers as the service does;
   * `conventions`, `fixtures` and `adapters` take precedence over those of the twin.
   */
  twin: option<Twin>(assertTwin),
  /** Answers to what the specification leaves open. */
  conventions: option<Partial<Conventions>>(),
  /** Faults in every new world. */
  faults: option<readonly Fault[]>(),
  /** Answers of your own in every new world, after its faults. */
  stubs: option<readonly AnyStub[]>(),
  /** Scenarios in every new world. */
  scenarios: option<readonly ScenarioName[]>(),
  /** Deliberate violations of the specification, by name or your own. They do not affect the control API. */
  deviations: option<readonly (DeviationName | Deviation)[]>(),
  /** The limits of the journal of each world. Default: 10,000 requests, 16 MB. */
  requests: option<JournalLimits>((requests) =>
    assertMembers('The option requests', requests, { entries: true, bytes: true }),
  ),
  /** The limits on worlds: their number, age and memory. */
  limits: option<EmulatorLimits>((limits) =>
    assertMembers('The option limits', limits, { worlds: true, ttl: true, memory: true }),
  ),
  /** Adapters in addition to the examples. An adapter replaces an example of the same name. */
  adapters: option<readonly Adapter[]>((adapters) => assertListOption('adapters', adapters)),
  /** A path before all others, such as `/api`. */
  basePath: option<string>(),
  /** The base URL of links. Default: the one that a request was sent to. */
  publicUrl: option<string>(assertPublicUrl),
  /** True if `/_emulator/` is served. Default: true. */
  control: option<boolean>(assertBoolean),
  /** True to check every response against its schema, and answer 500 when it does not match. Default: false. */
  checkResponses: option<boolean>(assertBoolean),
  /** Called with internal errors of the emulator. Default: `console.error`. */
  onError: option<(error: unknown) => void>(assertFunction),
}

type OptionChecks = typeof emulatorOptions
type OptionValues = {
  readonly [Name in keyof OptionChecks]?: OptionChecks[Name] extends Check<infer Value> ? Value : never
}

/** The initial state of an emulator, and how it answers. */
export interface EmulatorOptions extends OptionValues {}

/** @throws EmulatorError `invalid_option` for an unknown option, or a value of the wrong kind. */
export function assertOptions(options: EmulatorOptions): void {
  assertMembers('createEmulator', options, emulatorOptions)
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) (emulatorOptions[name as keyof OptionChecks] as Check<unknown>)(value, name)
}

function assertFixtures(fixtures: unknown): void {
  if (typeof fixtures === 'object' && !(fixtures !== null && 'records' in fixtures))
    throw invalidOption(
      'fixtures must be the name of a pack or the result of parseSeed; got another object. Pass it to parseSeed.',
    )
}

function assertPublicUrl(publicUrl: unknown): void {
  if (!isPublicUrl(publicUrl))
    throw invalidOption(
      `publicUrl must be an absolute address such as https://api.example.com, without a user name, query or fragment; got ${shortJson(publicUrl)}.`,
    )
}

function assertBoolean(value: unknown, name: string): void {
  if (typeof value !== 'boolean') throw invalidOption(`${name} must be true or false; got ${shortJson(value)}.`)
}

function assertFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw invalidOption(`${name} must be a function; got ${shortJson(value)}.`)
}

function assertTwin(twin: Twin): void {
  if (twin instanceof Promise)
    throw invalidOption('twin must be the result of readTwin; got a promise. Write await before it.')
  assertMembers<Twin>('The option twin', twin, { conventions: true, fixtures: true, adapters: true })
  if (twin.fixtures !== undefined && typeof twin.fixtures !== 'function')
    throw invalidOption('twin.fixtures must be the function that readTwin returns.')
  if (twin.adapters !== undefined) assertListOption('twin.adapters', twin.adapters)
}

/** The example adapters and the user's own from `defineAdapter`, which replace examples of the same name. */
export function buildAdapterRegistry(adapters: readonly Adapter[]): AdapterRegistry {
  return new Map([...exampleAdapters, ...adapters].map((adapter) => [adapter.name, adapter]))
}

/** Expands the option `clock`. A bare time means a frozen clock. */
export function expandClock(clock: EmulatorOptions['clock']): ClockOptions {
  if (clock === undefined) return {}
  try {
    return readClock(clock)
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.code !== 'invalid_time') throw error
    throw new EmulatorError(error.code, `clock: ${error.message}`)
  }
}

function readClock(clock: NonNullable<EmulatorOptions['clock']>): ClockOptions {
  if (clock === 'frozen') return { frozen: true }
  if (typeof clock === 'object' && !(clock instanceof Date)) {
    assertMembers<StartedClock>('The option clock', clock, { start: true, frozen: true, timeSource: true })
    const { start, ...others } = clock
    return start === undefined ? others : { ...others, start: parseTime(start) }
  }
  return { start: parseTime(clock), frozen: true }
}

/** @throws EmulatorError `invalid_option` when it is not a path. */
export function readBasePath(basePath: unknown = ''): string {
  if (typeof basePath === 'string') {
    if (/^\/(?:_emulator|~)/.test(basePath))
      throw invalidOption(
        `basePath (--base-path) cannot begin with /_emulator or ~: these are the emulator's own; got ${shortJson(basePath)}.`,
      )
    const path = basePath.replace(/\/+$/, '')
    // Clients resolve the steps . and .. before they send a request.
    if (path === '' || /^(\/(?!\.\.?(\/|$))[\w.-]+)+$/.test(path)) return path
  }
  throw invalidOption(`basePath (--base-path) must be a path such as /api; got ${shortJson(basePath)}.`)
}

/** @throws EmulatorError `invalid_option` when it is not a number of bytes. */
export function readMemory(bytes: number | undefined): number | undefined {
  if (bytes === undefined || (Number.isSafeInteger(bytes) && bytes > 0)) return bytes
  throw invalidOption(`limits.memory must be a whole number of bytes of at least 1; got ${shortJson(bytes)}.`)
}
