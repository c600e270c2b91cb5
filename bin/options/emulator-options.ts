import {
  choice,
  duration,
  flag,
  integer,
  type OptionTable,
  size,
  textOption,
  textsOption,
  withListedValues,
} from './option.ts'
import { conventionValues, deviationTitles, deviationValues, packValues, scenarioValues } from './option-values.ts'

/** How much `--log` prints of each request. */
export const logLevels = ['off', 'line', 'full'] as const

/** How much is printed of each request. */
export type LogLevel = (typeof logLevels)[number]

/** The values of the options that define the shape of the API. */
export interface ShapeFlags {
  readonly convention: readonly string[]
  readonly conventions: string | undefined
  readonly adapter: readonly string[]
  readonly 'base-path': string | undefined
  readonly 'public-url': string | undefined
}

/** The values of the options that set up an emulator and say what it writes. */
export interface EmulatorFlags extends ShapeFlags {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly 'allowed-host': readonly string[]
  readonly 'allow-origin': readonly string[]
  readonly 'control-token': string | undefined
  readonly seed: number | undefined
  readonly fixtures: string | undefined
  readonly scale: number | undefined
  readonly clock: string | undefined
  readonly deviation: readonly string[]
  readonly scenario: readonly string[]
  readonly fault: readonly string[]
  readonly data: string | undefined
  readonly 'target-file': string | undefined
  readonly 'no-control': boolean
  readonly 'max-worlds': number | undefined
  readonly 'world-ttl': number | undefined
  readonly 'max-memory': number | undefined
  readonly journal: number | undefined
  readonly config: string | undefined
  readonly 'https-cert': string | undefined
  readonly 'https-key': string | undefined
  readonly log: LogLevel | undefined
  readonly open: boolean
  readonly json: boolean
}

const shapeOptions: OptionTable<ShapeFlags> = {
  convention: withListedValues(textsOption('NAME=VALUE for what the specification leaves open'), conventionValues),
  conventions: textOption('FILE of conventions by name (JSON or YAML)'),
  adapter: textsOption('FILE of an adapter: JSON, YAML or a module'),
  'base-path': textOption('PATH before all others, such as /api'),
  'public-url': textOption('Base URL for links and clients'),
}

/** The options of `start` and `exec`. */
export const emulatorOptions: OptionTable<EmulatorFlags> = {
  port: integer('Port to listen on; 0 takes a free one', 0, 65_535),
  host: textOption('Address to listen on (default: 127.0.0.1)'),
  'allowed-host': textsOption('Further host NAME in the addresses of clients'),
  'allow-origin': textsOption('ORIGIN of web pages that may use the API, or *'),
  'control-token': textOption('TOKEN for /_emulator/, required beyond loopback'),
  seed: integer('Seed of data, ids and credentials (default: 1)', 0, 0xffff_ffff),
  fixtures: withListedValues(textOption('default, empty, edge, or a FILE of records'), packValues),
  scale: integer('Number of products in the first catalog', 0, 10_000_000),
  clock: textOption('TIME to freeze the clock at, or frozen for now'),
  ...shapeOptions,
  deviation: {
    ...withListedValues(textsOption('NAME of a deviation, which breaks one rule'), deviationValues),
    titles: deviationTitles,
  },
  scenario: withListedValues(textsOption('NAME[=N] of a situation that clients overlook'), scenarioValues),
  fault: textsOption('JSON of a fault, such as {"status": 503}'),
  data: textOption('FILE (SQLite) that keeps all worlds'),
  'target-file': textOption('FILE to write for the kit, with credentials'),
  'max-worlds': integer('Number of named worlds to keep (default: 10000)', 1),
  'world-ttl': duration('DURATION to keep an unused world, such as 8h'),
  'max-memory': size('SIZE of all worlds and journals (default: 1G)'),
  journal: integer('Number of requests kept by world (default: 10000)', 0, 10_000_000),
  'no-control': flag('Turn off /_emulator/'),
  config: textOption('FILE of options (default: emulator.config.yaml)'),
  'https-cert': textOption('FILE (PEM) of a certificate, to serve HTTPS'),
  'https-key': textOption('FILE (PEM) of its private key'),
  log: choice('Requests to print to stderr: off, line or full', logLevels),
  open: flag('Open the console in the browser'),
  json: flag('Print one JSON line instead of text'),
}

/** The options of `openapi`. */
export const openapiOptions: OptionTable<ShapeFlags & Pick<EmulatorFlags, 'fixtures' | 'config'>> = {
  ...shapeOptions,
  fixtures: emulatorOptions.fixtures,
  config: emulatorOptions.config,
}

/** The options that name files. In a configuration file, they are relative to it. */
export const pathOptions: readonly (keyof EmulatorFlags)[] = [
  'fixtures',
  'conventions',
  'adapter',
  'data',
  'target-file',
  'https-cert',
  'https-key',
]
