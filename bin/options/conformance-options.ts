import { reportFormats } from '../../conformance/report/format-list.ts'
import { type Profile, profiles } from '../../conformance/catalogue/profiles.ts'
import { reportValues, requirementValues } from './option-values.ts'
import {
  choice,
  decimal,
  flag,
  integer,
  type OptionTable,
  textOption,
  textsOption,
  patternsOption,
  withListedValues,
} from './option.ts'

/** The values of the options that describe the target. */
export interface TargetFlags {
  readonly config: string | undefined
  /** Seconds. */
  readonly timeout: number | undefined
}

/** The values of the options of a run of the conformance kit. */
export interface ConformanceFlags extends TargetFlags {
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly 'allow-writes': boolean
  readonly rate: number | undefined
  readonly concurrency: number | undefined
  /** Seconds. */
  readonly 'max-wait': number | undefined
  readonly 'max-requests': number | undefined
  /** Seconds. */
  readonly seed: number | undefined
  readonly quick: boolean
  /** The default. */
  readonly gentle: boolean
  readonly plan: boolean
  readonly baseline: string | undefined
  readonly 'update-baseline': boolean
  readonly profile: Profile | undefined
  readonly report: readonly string[]
  readonly 'allow-undecided': boolean
  readonly verbose: boolean
}

const aDay = 86_400

/** The options of `conformance cleanup`. */
export const targetOptions: OptionTable<TargetFlags> = {
  config: textOption('Target FILE (JSON or YAML); the URL replaces its baseUrl'),
  timeout: decimal('Timeout of a request in SECONDS (default: 10)', 0.001, aDay),
}

/** The options of `conformance`. */
export const conformanceOptions: OptionTable<ConformanceFlags> = {
  ...targetOptions,
  only: withListedValues(patternsOption('Requirements or checks to run: an ID or a PATTERN with *'), requirementValues),
  skip: withListedValues(
    patternsOption('Requirements or checks to skip: an ID or a PATTERN with *'),
    requirementValues,
  ),
  'allow-writes': flag('Let checks create, change and delete objects'),
  rate: decimal('Maximum number of requests a second', 0.001, 100_000),
  concurrency: integer('Maximum number of concurrent requests (default: 8)', 1, 1000),
  'max-wait': decimal('Maximum SECONDS to wait for Retry-After or an expiry (default: 30)', 0, aDay),
  'max-requests': integer('Maximum number of requests (default: 4000, or 490 with --quick)', 1),
  seed: integer('Seed of the order of checks, and of what a quick run asks where (default: 1)', 0, 0xffff_ffff),
  quick: flag('Ask a choice by the seed, in at most 500 requests; proves no conformance, so no bundle'),
  gentle: flag('Send no wrong credentials beyond the fewest that decide'),
  plan: flag('Print what a run would send, and send nothing'),
  baseline: textOption('FILE of known failures, which do not count as failures'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  profile: choice(`Part of the specification that the target claims: ${profiles.join(', ')} (default: full)`, profiles),
  report: withListedValues(
    textsOption(
      `FORMAT[=FILE or DIR/]: ${reportFormats.join(', ')} or bundle=DIR; without FILE to standard output (default: terminal)`,
    ),
    reportValues,
  ),
  'allow-undecided': flag('Exit with 0 even if something could not be decided'),
  verbose: flag('Print each exchange to standard error, and a longer terminal report'),
}
