import { decimal, flag, integer, type OptionTable, text, texts } from './option.ts'

/** What says which service is meant, and how it may be asked. */
export interface TargetFlags {
  readonly config: string | undefined
  /** Seconds. */
  readonly timeout: number | undefined
}

/** What says how a run of the conformance kit goes, and what it leaves behind. */
export interface ConformanceFlags extends TargetFlags {
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly 'allow-writes': boolean
  readonly rate: number | undefined
  readonly concurrency: number | undefined
  /** Seconds. */
  readonly 'max-wait': number | undefined
  readonly 'max-requests': number | undefined
  readonly seed: number | undefined
  readonly plan: boolean
  readonly baseline: string | undefined
  readonly 'update-baseline': boolean
  readonly report: readonly string[]
  readonly 'allow-undecided': boolean
  readonly verbose: boolean
}

const aDay = 86_400

/** The options of `conformance cleanup`. */
export const targetOptions: OptionTable<TargetFlags> = {
  config: text('FILE (JSON or YAML): what is known of the target; the URL goes before its baseUrl'),
  timeout: decimal('SECONDS that one request may take (default: 10)', 0.001, aDay),
}

/** The options of `conformance`. */
export const conformanceOptions: OptionTable<ConformanceFlags> = {
  ...targetOptions,
  only: texts('PATTERN: a requirement or check, * for any characters'),
  skip: texts('PATTERN: the same, to leave out'),
  'allow-writes': flag('Let checks create, change and delete'),
  rate: decimal('Requests a second at most', 0.001, 100_000),
  concurrency: integer('Requests at once at most (default: 8)', 1, 1000),
  'max-wait': decimal('SECONDS to wait for Retry-After or an expiry at most (default: 30)', 0, aDay),
  'max-requests': integer('Requests at most (default: 2000)', 1),
  seed: integer('Number that the order of the checks follows from (default: 1)', 0, 0xffff_ffff),
  plan: flag('Print what would be sent, and send nothing'),
  baseline: text('FILE of known failures, which do not count'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  report: texts(
    'FORMAT[=FILE]: terminal, json, junit, html, markdown or har; ' +
      'without a file on standard output (default: terminal)',
  ),
  'allow-undecided': flag('Exit with 0 also where something could not be decided'),
  verbose: flag('Print each exchange on standard error, and more in the terminal report'),
}
