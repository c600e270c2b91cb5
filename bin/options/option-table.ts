/** One option of the command line. Every value is read as text and checked in read-options.ts. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly describe: string
  readonly requiresArg?: true
  /** May be given more than once. */
  readonly repeatable?: true
}

const value = (describe: string): Option => ({ type: 'string', requiresArg: true, describe })
const values = (describe: string): Option => ({ ...value(describe), repeatable: true })
const flag = (describe: string): Option => ({ type: 'boolean', describe })

/** Options that say what the API looks like. */
export const shapeOptions: Readonly<Record<string, Option>> = {
  convention: values('NAME=VALUE: what the specification leaves open'),
  conventions: value('FILE (JSON or YAML): conventions by name'),
  adapter: values('FILE: an adapter, as JSON or a module with a default export'),
  'base-path': value('PATH before all others, such as /api'),
  'public-url': value('Base URL for links and clients'),
}

/** Options that set up an emulator and say what it writes. */
export const emulatorOptions: Readonly<Record<string, Option>> = {
  port: value('Port; 0 takes a free one'),
  host: value('Address to listen on (default: 127.0.0.1)'),
  seed: value('Seed of the data, ids and credentials (default: 1)'),
  fixtures: value('default, empty, edge, or a FILE (JSON)'),
  scale: value('Number of products in the first catalog'),
  clock: value('TIME at which the clock is frozen, or frozen for the present'),
  ...shapeOptions,
  deviation: values('NAME of a deviation, which breaks one rule of the specification'),
  scenario: values('NAME of a scenario, a situation that clients tend to overlook'),
  'access-token-ttl': value('Lifetime of an OAuth access token in SECONDS'),
  import: value('FILE that --export-on-exit wrote, to continue from'),
  'export-on-exit': value('FILE to write the data to on exit'),
  'target-file': value('FILE to write for the conformance kit, including credentials'),
  'no-control': flag('Turn off /_emulator/'),
  json: flag('Print one JSON line instead of text'),
}

/** What yargs makes of the options. */
export type Given = Readonly<Record<string, unknown>>
