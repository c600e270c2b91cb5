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
  config: textOption('Target FILE (JSON or YAML)'),
  timeout: decimal('SECONDS that a request may take (default: 10)', 0.001, aDay),
}

/** The options of `conformance`. */
export const conformanceOptions: OptionTable<ConformanceFlags> = {
  ...targetOptions,
  only: withListedValues(patternsOption('ID or PATTERN of requirements or checks to run'), requirementValues),
  skip: withListedValues(patternsOption('ID or PATTERN of requirements or checks to skip'), requirementValues),
  'allow-writes': flag('Let checks create, change and delete objects'),
  rate: decimal('Maximum number of requests a second', 0.001, 100_000),
  concurrency: integer('Number of concurrent requests (default: 8)', 1, 1000),
  'max-wait': decimal('Longest wait in SECONDS (default: 30)', 0, aDay),
  'max-requests': integer('Maximum number of requests (default: 4000)', 1),
  seed: integer('Seed of order and choice (default: 1)', 0, 0xffff_ffff),
  quick: flag('Ask a sample in at most 500 requests'),
  gentle: flag('Send the fewest wrong credentials that decide'),
  plan: flag('Print what a run would send, and send nothing'),
  baseline: textOption('FILE of known failures, which do not count'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  profile: choice(`Claimed part of the specification: ${profiles.join(', ')} (default: full)`, profiles),
  report: withListedValues(textsOption(`FORMAT[=FILE]: ${reportFormats.join(', ')}, bundle=DIR`), reportValues),
  'allow-undecided': flag('Exit with 0 instead of 4'),
  verbose: flag('Print each exchange, and a longer report'),
}
