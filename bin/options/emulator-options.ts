import { conventionValues, deviationValues, packValues, scenarioValues } from './option-values.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { shortJson } from '../../emulator/tools/short-text.ts'
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

const shapeOptions = {
  convention: conventionOption,
  conventions: textOption('FILE of conventions by name (JSON or YAML)', { isPath: true }),
  adapter: listOption('FILE of an adapter: JSON, YAML or a module', { isPath: true }),
  'base-path': textOption('PATH before all others, such as /api'),
  'public-url': textOption('Base URL for links and clients'),
}

/** The values of the options that define the shape of the API. */
export type ShapeFlags = Flags<typeof shapeOptions>

/** The options of `start`. */
export const emulatorOptions = {
  port: integerOption('PORT to listen on; 0 takes a free one', { from: 0, to: 65_535 }),
  host: textOption('ADDRESS to listen on', { defaultDescription: '127.0.0.1' }),
  'allowed-host': listOption('Further host NAME in the addresses of clients'),
  'allow-origin': listOption('ORIGIN of web pages that may use the API, or *'),
  'control-token': textOption('TOKEN for /_emulator/, required beyond loopback'),
  seed: integerOption('NUMBER that data, ids and credentials follow from', {
    from: 0,
    to: 0xffff_ffff,
    defaultDescription: '1',
  }),
  fixtures: textOption('default, empty, edge, or a FILE of records', { values: packValues, isPath: true }),
  scale: integerOption('NUMBER of products in the first catalog', { from: 0, to: 10_000_000 }),
  clock: clockOption,
  ...shapeOptions,
  deviation: listOption('NAME of a deviation, which breaks one rule', { values: deviationValues }),
  scenario: listOption('NAME[=N] of a situation that clients overlook', { values: scenarioValues }),
  fault: faultOption,
  data: textOption('FILE (SQLite) that keeps all worlds', { isPath: true }),
  'target-file': textOption('FILE to write for the kit, with credentials', { isPath: true }),
  'max-worlds': integerOption('NUMBER of named worlds to keep', { from: 1, defaultDescription: '10000' }),
  'world-ttl': durationOption('DURATION to keep an unused world, such as 8h'),
  'max-memory': sizeOption('SIZE of all worlds and journals', { defaultDescription: '1G' }),
  journal: integerOption('NUMBER of requests kept by world', { from: 0, to: 10_000_000, defaultDescription: '10000' }),
  'no-control': flagOption('Turn off /_emulator/'),
  config: textOption('FILE of options', { defaultDescription: 'emulator.config.yaml' }),
  'https-cert': textOption('FILE (PEM) of a certificate, to serve HTTPS', { isPath: true }),
  'https-key': textOption('FILE (PEM) of its private key', { isPath: true }),
  log: choiceOption('Requests to print to stderr', logLevels),
  open: flagOption('Open the console in the browser'),
  json: flagOption('Print one JSON line instead of text'),
}

/** The values of the options of `start`. */
export type EmulatorFlags = Flags<typeof emulatorOptions>

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
