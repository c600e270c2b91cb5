import { conventionValues, deviationTitles, deviationValues, packValues, scenarioValues } from './option-values.ts'
import { choice, duration, flag, type Flags, integer, size, text, texts } from './option.ts'

/** The levels of `--log`. */
const logLevels = ['off', 'line', 'full'] as const

/** The amount of detail in the request log. */
export type LogLevel = (typeof logLevels)[number]

const shapeOptions = {
  convention: texts('NAME=VALUE for what the specification leaves open', { values: conventionValues }),
  conventions: text('FILE of conventions by name (JSON or YAML)'),
  adapter: texts('FILE of an adapter: JSON, YAML or a module'),
  'base-path': text('PATH before all others, such as /api'),
  'public-url': text('Base URL for links and clients'),
}

/** The values of the options that define the shape of the API. */
export type ShapeFlags = Flags<typeof shapeOptions>

/** The options of `start`. */
export const emulatorOptions = {
  port: integer('PORT to listen on; 0 takes a free one', { from: 0, to: 65_535 }),
  host: text('ADDRESS to listen on', { defaultDescription: '127.0.0.1' }),
  'allowed-host': texts('Further host NAME in the addresses of clients'),
  'allow-origin': texts('ORIGIN of web pages that may use the API, or *'),
  'control-token': text('TOKEN for /_emulator/, required beyond loopback'),
  seed: integer('NUMBER that data, ids and credentials follow from', {
    from: 0,
    to: 0xffff_ffff,
    defaultDescription: '1',
  }),
  fixtures: text('default, empty, edge, or a FILE of records', { values: packValues }),
  scale: integer('NUMBER of products in the first catalog', { from: 0, to: 10_000_000 }),
  clock: text('TIME to freeze the clock at, or frozen for now'),
  ...shapeOptions,
  deviation: texts('NAME of a deviation, which breaks one rule', { values: deviationValues, titles: deviationTitles }),
  scenario: texts('NAME[=N] of a situation that clients overlook', { values: scenarioValues }),
  fault: texts('JSON of a fault, such as {"status": 503}'),
  data: text('FILE (SQLite) that keeps all worlds'),
  'target-file': text('FILE to write for the kit, with credentials'),
  'max-worlds': integer('NUMBER of named worlds to keep', { from: 1, defaultDescription: '10000' }),
  'world-ttl': duration('DURATION to keep an unused world, such as 8h'),
  'max-memory': size('SIZE of all worlds and journals', { defaultDescription: '1G' }),
  journal: integer('NUMBER of requests kept by world', { from: 0, to: 10_000_000, defaultDescription: '10000' }),
  'no-control': flag('Turn off /_emulator/'),
  config: text('FILE of options', { defaultDescription: 'emulator.config.yaml' }),
  'https-cert': text('FILE (PEM) of a certificate, to serve HTTPS'),
  'https-key': text('FILE (PEM) of its private key'),
  log: choice('Requests to print to stderr', logLevels),
  open: flag('Open the console in the browser'),
  json: flag('Print one JSON line instead of text'),
}

/** The values of the options of `start`. */
export type EmulatorFlags = Flags<typeof emulatorOptions>

/** The option for the file of a failure's case. */
export const caseOption = text('FILE for the case of a failure', { defaultDescription: 'one in .emulator/cases/' })

/** The options of `exec`. */
export const execOptions = { ...emulatorOptions, case: caseOption }

/** The options of `openapi`. */
export const openapiOptions = {
  ...shapeOptions,
  fixtures: emulatorOptions.fixtures,
  config: emulatorOptions.config,
}

/** The options that name files. In a configuration file, they are relative to it. */
export const pathOptions: readonly string[] = [
  'fixtures',
  'conventions',
  'adapter',
  'data',
  'target-file',
  'https-cert',
  'https-key',
] satisfies (keyof EmulatorFlags)[]
