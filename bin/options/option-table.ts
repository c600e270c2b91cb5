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
  convention: values('NAME=VALUE: an answer to what the specification leaves open'),
  conventions: value('FILE (JSON or YAML): conventions by name'),
  adapter: values('FILE: an adapter in JSON, or a module that exports one as its default'),
  'base-path': value('PATH before every other, as /api'),
  'public-url': value('URL that links lead to and clients use'),
}

/** Options that say how an emulator is set up and what it leaves behind. */
export const emulatorOptions: Readonly<Record<string, Option>> = {
  port: value('Port; 0 takes a free one'),
  host: value('Address to listen on (default: 127.0.0.1)'),
  seed: value('Number that the data, ids and credentials follow from (default: 1)'),
  fixtures: value('default, empty, edge, or a FILE (JSON)'),
  scale: value('How many products the first catalog has'),
  clock: value('A time at which the clock stands, or frozen: at the present'),
  ...shapeOptions,
  deviation: values('NAME of a deliberate violation'),
  scenario: values('NAME of a trap for clients that the specification allows'),
  'access-token-ttl': value('SECONDS that an OAuth access token lasts'),
  import: value('FILE that --export-on-exit wrote: data and time go on from it'),
  'export-on-exit': value('FILE to write the data to at the end'),
  'target-file': value('FILE to write for the conformance kit, credentials included'),
  'no-control': flag('Serve no /_emulator/'),
  json: flag('Print one JSON line in place of text'),
}

/** What yargs makes of the options. */
export type Given = Readonly<Record<string, unknown>>
