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
  driver: flag(
    'Run CMD once for each task, input and scenario, named by PLATFORM_* variables; without it, CMD is watched once',
  ),
  only: withListedValues(
    patternsOption('Requirements, checks, tasks or scenarios: an ID or a PATTERN with *'),
    clientValues,
  ),
  skip: withListedValues(patternsOption('What to leave out: an ID or a PATTERN with *'), clientValues),
  task: withListedValues(textOption('Ask the driver for this TASK alone'), taskValues),
  input: textOption('Ask for this INPUT of tasks alone, as reports name it'),
  scenario: withListedValues(
    textOption('Play this SCENARIO alone, as NAME or NAME=N; plain for none. A watched CMD meets it in each world'),
    scenarioOfClientValues,
  ),
  jobs: integer('Number of runs at a time (default: the number of processors, at most 8)', 1, 64),
  timeout: decimal('SECONDS without a request after which a run is ended (default: 10)', 0.001, 86_400),
  convention: withListedValues(textsOption('NAME=VALUE: what the specification leaves open'), conventionValues),
  conventions: textOption('FILE (JSON or YAML): conventions by name'),
  config: textOption('FILE (JSON or YAML) of options of `emulator exec`, for the emulator of a watched CMD'),
  strict: flag('Count advice as failures'),
  'min-coverage': decimal(
    'PERCENT of the stated requirements that a watched CMD has to decide; exit with 4 below it',
    0,
    100,
  ),
  baseline: textOption('FILE of known failures, which do not count as failures'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  report: withListedValues(
    textsOption(`FORMAT[=FILE or DIR/]: ${commonFormats.join(', ')}; without FILE to standard output`),
    async () => commonFormats,
  ),
  'allow-undecided': flag('Exit with 0 even if something could not be decided'),
  case: caseOption,
  verbose: flag('Print each run and its output to standard error, and a longer terminal report'),
}
