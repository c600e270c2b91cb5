import { commonFormats } from '../../conformance/report/format-list.ts'
import { clientValues, conventionValues, scenarioOfClientValues, taskValues } from './option-values.ts'
import { caseOption } from './case-option.ts'
import {
  decimal,
  flag,
  integer,
  type OptionTable,
  textOption,
  textsOption,
  patternsOption,
  withListedValues,
} from './option.ts'

/** The values of the options of `client`. */
export interface ClientFlags {
  readonly driver: boolean
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly task: string | undefined
  readonly input: string | undefined
  readonly scenario: string | undefined
  readonly races: number | undefined
  readonly jobs: number | undefined
  /** Seconds. */
  readonly timeout: number | undefined
  readonly convention: readonly string[]
  readonly conventions: string | undefined
  readonly config: string | undefined
  readonly strict: boolean
  readonly 'min-coverage': number | undefined
  readonly baseline: string | undefined
  readonly 'update-baseline': boolean
  readonly report: readonly string[]
  readonly 'allow-undecided': boolean
  readonly verbose: boolean
  readonly case: string | undefined
}

/** The options of `client`. */
export const clientOptions: OptionTable<ClientFlags> = {
  driver: flag('Run CMD once for each task, input and scenario'),
  only: withListedValues(patternsOption('ID or PATTERN of what to judge'), clientValues),
  skip: withListedValues(patternsOption('ID or PATTERN of what to leave out'), clientValues),
  task: withListedValues(textOption('Only TASK to ask for'), taskValues),
  input: textOption('Only INPUT to ask for'),
  scenario: withListedValues(textOption('Only SCENARIO to play, or plain'), scenarioOfClientValues),
  races: integer('How many ORDERS of concurrent requests to play (default: 2)', 0, 1000),
  jobs: integer('Number of runs at a time (default: up to 8)', 1, 64),
  timeout: decimal('SECONDS until a silent run ends (default: 10)', 0.001, 86_400),
  convention: withListedValues(textsOption('NAME=VALUE for what is left open'), conventionValues),
  conventions: textOption('FILE of conventions by name (JSON or YAML)'),
  config: textOption('FILE of options for the emulator of a watched CMD'),
  strict: flag('Count advice as failures'),
  'min-coverage': decimal('PERCENT that a watched CMD must decide', 0, 100),
  baseline: textOption('FILE of known failures, which do not count'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  report: withListedValues(textsOption(`FORMAT[=FILE]: ${commonFormats.join(', ')}`), async () => commonFormats),
  'allow-undecided': flag('Exit with 0 instead of 4'),
  case: caseOption,
  verbose: flag('Print each run, and a longer report'),
}
