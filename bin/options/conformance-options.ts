import { profiles } from '../../conformance/catalogue/profiles.ts'
import { reportFormats } from '../../conformance/report/format-list.ts'
import { requirementValues } from './option-values.ts'
import {
  choiceOption,
  decimalOption,
  flagOption,
  integerOption,
  patternsOption,
  textOption,
  listOption,
} from './option.ts'

const aDay = 86_400

/** The options of `conformance cleanup`. */
export const targetOptions = {
  config: textOption('Target FILE (JSON or YAML)'),
  timeout: decimalOption('SECONDS that a request may take', { from: 0.001, to: aDay, defaultDescription: '10' }),
}

/** The options of every command that asks a service. */
export const askingOptions = {
  ...targetOptions,
  rate: decimalOption('Most requests a second', { from: 0.001, to: 100_000 }),
  'max-wait': decimalOption('Longest wait in SECONDS', { from: 0, to: aDay, defaultDescription: '30' }),
  plan: flagOption('Print what would be sent, and send nothing'),
}

/** The options of `conformance`. */
export const conformanceOptions = {
  ...askingOptions,
  only: patternsOption('ID or PATTERN of requirements or checks to run', { values: requirementValues }),
  skip: patternsOption('ID or PATTERN of requirements or checks to skip', { values: requirementValues }),
  'allow-writes': flagOption('Let checks create, change and delete objects'),
  concurrency: integerOption('NUMBER of concurrent requests', { from: 1, to: 1000, defaultDescription: '8' }),
  'max-requests': integerOption('Most requests', { from: 1, defaultDescription: '4000' }),
  seed: integerOption('NUMBER that order and choice follow from', {
    from: 0,
    to: 0xffff_ffff,
    defaultDescription: '1',
  }),
  quick: flagOption('Ask a sample: about 300 requests, at most 500'),
  gentle: flagOption('Send the fewest wrong credentials that decide'),
  baseline: textOption('FILE of known failures, which do not count'),
  'update-baseline': flagOption('Write the failures of this run to the baseline', { implies: 'baseline' }),
  profile: choiceOption('Claimed part of the specification', profiles, { defaultDescription: 'full' }),
  report: listOption(`FORMAT[=FILE]: ${reportFormats.join(', ')}, bundle=DIR`, { values: async () => reportFormats }),
  'allow-undecided': flagOption('Exit with 0 instead of 4'),
  verbose: flagOption('Print each exchange, and a longer report'),
}
