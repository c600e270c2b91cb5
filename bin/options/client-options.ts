import { commonFormats } from '../../conformance/report/format-list.ts'
import { caseOption, conventionOption } from './emulator-options.ts'
import { clientValues, scenarioOfClientValues } from './option-values.ts'
import {
  decimalOption,
  flagOption,
  type Flags,
  integerOption,
  patternsOption,
  textOption,
  listOption,
} from './option.ts'

/** The options of `client`. */
export const clientOptions = {
  driver: flagOption('Run CMD once for each task, input and scenario'),
  only: patternsOption('ID or PATTERN of what to judge', { values: clientValues }),
  skip: patternsOption('ID or PATTERN of what to leave out', { values: clientValues }),
  scenario: textOption('Only SCENARIO to play, or plain', { values: scenarioOfClientValues }),
  races: integerOption('NUMBER of orders of concurrent requests to play', {
    from: 0,
    to: 1000,
    defaultDescription: '2',
  }),
  jobs: integerOption('NUMBER of runs at a time', {
    from: 1,
    to: 64,
    implies: 'driver',
    defaultDescription: 'up to 8',
  }),
  timeout: decimalOption('SECONDS until a silent run ends', {
    from: 0.001,
    to: 86_400,
    implies: 'driver',
    defaultDescription: '10',
  }),
  convention: conventionOption,
  conventions: textOption('FILE of conventions by name (JSON or YAML)'),
  config: textOption('FILE of options for the emulator of a watched CMD', { conflicts: 'driver' }),
  strict: flagOption('Count advice as failures'),
  baseline: textOption('FILE of known failures, which do not count'),
  'update-baseline': flagOption('Write the failures of this run to the baseline', { implies: 'baseline' }),
  report: listOption(`FORMAT[=FILE]: ${commonFormats.join(', ')}`, { values: async () => commonFormats }),
  'allow-undecided': flagOption('Exit with 0 instead of 4'),
  case: caseOption,
  verbose: flagOption('Print each run, and a longer report'),
}

/** The values of the options of `client`. */
export type ClientFlags = Flags<typeof clientOptions>
