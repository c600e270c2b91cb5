import { conventionValues, deviationValues, packValues, scenarioValues } from './option-values.ts'
import type { DeviationName } from '../../emulator/disturb/deviations/shipped.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'
import type { OpenOptions } from '../../emulator/open-emulator.ts'
import type { ServeOptions } from '../../emulator/serve/serve-options.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { shortJson } from '../../emulator/tools/short-text.ts'
import { isPublicUrl } from '../../emulator/tools/public-url.ts'
import { parseTime } from '../../emulator/tools/time.ts'
import { UsageError } from '../usage-error.ts'
import {
  choiceOption,
  durationOption,
  flagOption,
  type Flags,
  integerOption,
  type Option,
  singleSetting,
  sizeOption,
  textOption,
  listOption,
} from './option.ts'

/** Options of the emulator, and of its server. */
interface EmulatorSettings {
  readonly emulator?: OpenOptions
  readonly server?: ServeOptions
}

/** An option whose value becomes options of the emulator or of its server. */
interface SettingOption<Value> extends Option<Value> {
  sets(value: Exclude<Value, undefined>): EmulatorSettings
}

/** Declares what an option sets. The commands themselves read an option without it. */
const setting = <Value>(
  option: Option<Value>,
  sets: (value: Exclude<Value, undefined>) => EmulatorSettings,
): SettingOption<Value> => ({ ...option, sets })

/** The levels of `--log`. */
const logLevels = ['off', 'line', 'full'] as const

/** The amount of detail in the request log. */
export type LogLevel = (typeof logLevels)[number]

/** Conventions by name. A configuration file has them as an object. */
export const conventionOption: Option<Readonly<Record<string, unknown>>> = {
  ...listOption('NAME=VALUE for what the specification leaves open', { values: conventionValues }),
  absent: {},
  takesObjects: true,
  coerce: (typed) =>
    Object.fromEntries(
      [typed].flat().flatMap((part) => (isObject(part) ? Object.entries(part) : [readPair(singleSetting(part))])),
    ),
}

function readPair(pair: string): [string, unknown] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
  if (name !== undefined) return [name, value!]
  throw new UsageError(`takes NAME=VALUE, such as listEnvelope=array; got ${JSON.stringify(pair)}.`)
}

const faultOption: Option<readonly Fault[]> = {
  ...listOption('JSON of a fault, such as {"status": 503}'),
  absent: [],
  takesObjects: true,
  // The emulator refuses objects that are not faults.
  coerce: (typed) =>
    [typed].flat().map((fault) => (isObject(fault) ? fault : parseFaultOption(singleSetting(fault))) as Fault),
}

function parseFaultOption(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new UsageError(`takes JSON such as {"operation": "products.list", "status": 503}; got ${shortJson(json)}.`)
  }
}

const clockOption: Option<string | undefined> = {
  ...textOption('TIME to freeze the clock at, or frozen for now'),
  absent: undefined,
  coerce: (typed) => {
    const time = singleSetting(typed)
    try {
      if (time !== 'frozen') parseTime(time)
      return time
    } catch {
      throw new UsageError(`takes a time such as 2026-01-31T12:00:00Z, or frozen; got ${JSON.stringify(time)}.`)
    }
  },
}

const publicUrlOption: Option<string | undefined> = {
  ...textOption('Base URL for links and clients'),
  coerce: (typed) => {
    const url = singleSetting(typed)
    if (isPublicUrl(url)) return url
    throw new UsageError(
      `takes a URL such as https://api.example, without a user name, query or fragment; got ${JSON.stringify(url)}.`,
    )
  },
}

/** The memory of worlds and journals, in bytes. Node gives a process at least twice as much. */
const defaultMemory = 1_073_741_824

const shapeOptions = {
  convention: conventionOption,
  conventions: textOption('FILE of conventions by name (JSON or YAML)', { isPath: true }),
  adapter: listOption('FILE of an adapter: JSON, YAML or a module', { isPath: true }),
  'base-path': setting(textOption('PATH before all others, such as /api'), (basePath) => ({ emulator: { basePath } })),
  'public-url': setting(publicUrlOption, (publicUrl) => ({ emulator: { publicUrl } })),
}

/** The values of the options that define the shape of the API. */
export type ShapeFlags = Flags<typeof shapeOptions>

/** The options of `start`. */
export const emulatorOptions = {
  port: setting(integerOption('PORT to listen on; 0 takes a free one', { from: 0, to: 65_535 }), (port) => ({
    server: { port },
  })),
  host: setting(textOption('ADDRESS to listen on', { defaultDescription: '127.0.0.1' }), (host) => ({
    server: { host },
  })),
  'allowed-host': setting(listOption('Further host NAME in the addresses of clients'), (allowedHosts) => ({
    server: { allowedHosts },
  })),
  'allow-origin': setting(listOption('ORIGIN of web pages that may use the API, or *'), (allowOrigins) => ({
    server: { allowOrigins },
  })),
  'control-token': setting(textOption('TOKEN for /_emulator/, required beyond loopback'), (controlToken) => ({
    server: { controlToken },
  })),
  seed: integerOption('NUMBER that data, ids and credentials follow from', {
    from: 0,
    to: 0xffff_ffff,
    defaultDescription: '1',
  }),
  fixtures: textOption('default, empty, edge, or a FILE of records', { values: packValues, isPath: true }),
  scale: integerOption('NUMBER of products in the first catalog', { from: 0, to: 10_000_000 }),
  clock: setting(clockOption, (clock) => ({ emulator: { clock } })),
  ...shapeOptions,
  deviation: setting(
    listOption('NAME of a deviation, which breaks one rule', { values: deviationValues }),
    // The emulator refuses unknown names.
    (names) => ({ emulator: { deviations: names as readonly DeviationName[] } }),
  ),
  scenario: setting(
    listOption('NAME[=N] of a situation that clients overlook', { values: scenarioValues }),
    (names) => ({ emulator: { scenarios: names as readonly ScenarioName[] } }),
  ),
  fault: setting(faultOption, (faults) => ({ emulator: { faults } })),
  data: textOption('FILE (SQLite) that keeps all worlds', { isPath: true }),
  'target-file': textOption('FILE to write for the kit, with credentials', { isPath: true }),
  'max-worlds': setting(
    integerOption('NUMBER of named worlds to keep', { from: 1, defaultDescription: '10000' }),
    (worlds) => ({ emulator: { limits: { worlds } } }),
  ),
  'world-ttl': setting(durationOption('DURATION to keep an unused world, such as 8h'), (ttl) => ({
    emulator: { limits: { ttl } },
  })),
  'max-memory': setting(
    { ...sizeOption('SIZE of all worlds and journals', { defaultDescription: '1G' }), absent: defaultMemory },
    (memory) => ({ emulator: { limits: { memory } } }),
  ),
  journal: setting(
    integerOption('NUMBER of requests kept by world', { from: 0, to: 10_000_000, defaultDescription: '10000' }),
    (entries) => ({ emulator: { requests: { entries } } }),
  ),
  'no-control': setting(flagOption('Turn off /_emulator/'), (off) => ({ emulator: { control: !off } })),
  config: textOption('FILE of options', { defaultDescription: 'emulator.config.yaml' }),
  'https-cert': textOption('FILE (PEM) of a certificate, to serve HTTPS', { isPath: true }),
  'https-key': textOption('FILE (PEM) of its private key', { isPath: true }),
  log: choiceOption('Requests to print to stderr', logLevels),
  open: flagOption('Open the console in the browser'),
  json: flagOption('Print one JSON line instead of text'),
}

/** The values of the options of `start`. */
export type EmulatorFlags = Flags<typeof emulatorOptions>

/** The options of the emulator and of its server that the options of the command line set. */
export function settingsOf(flags: EmulatorFlags): EmulatorSettings {
  const table: Readonly<Record<string, Option<unknown> | SettingOption<unknown>>> = emulatorOptions
  const settings = Object.entries(flags).map(([name, value]) => {
    const option = table[name]
    return option !== undefined && 'sets' in option && value !== undefined ? option.sets(value as object) : {}
  })
  return settings.reduce(merge, {})
}

/** Adds the members of an object, and those of objects in it, to another. */
function merge(into: object, from: object): object {
  const both: Record<string, unknown> = { ...into }
  for (const [name, value] of Object.entries(from)) {
    const before = both[name]
    both[name] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return both
}

/** The option for the file of a failure's case. */
export const caseOption = textOption('FILE for the case of a failure', {
  defaultDescription: 'one in .emulator/cases/',
})

/** The options of `exec`. */
export const execOptions = { ...emulatorOptions, case: caseOption }

/** The options of `openapi`. */
export const openapiOptions = {
  ...shapeOptions,
  fixtures: emulatorOptions.fixtures,
  config: emulatorOptions.config,
}
