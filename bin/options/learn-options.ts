import { commonFormats } from '../../conformance/report/format-list.ts'
import { type TargetFlags, targetOptions } from './conformance-options.ts'
import {
  choice,
  decimal,
  flag,
  integer,
  type Option,
  type OptionTable,
  textOption,
  textsOption,
  withListedValues,
} from './option.ts'
import type { RecordsWanted } from '../judges/twin/make-twin.ts'
import { UsageError } from '../usage-error.ts'

/** The values of the options of `learn`. */
export interface LearnFlags extends TargetFlags {
  readonly out: string | undefined
  readonly from: string | undefined
  readonly check: string | undefined
  readonly accept: boolean
  readonly diff: boolean
  readonly 'allow-writes': boolean
  readonly gentle: boolean
  readonly plan: boolean
  readonly rate: number | undefined
  readonly 'max-wait': number | undefined
  readonly 'max-requests': number | undefined
  readonly records: RecordsWanted | undefined
  readonly report: readonly string[]
  readonly json: boolean
}

const mostSampled = 100

function recordsOption(describe: string): Option<RecordsWanted | undefined> {
  return {
    ...choice(describe, ['none', 'shape', 'sample=3']),
    read: (parsed, label) => {
      const [value, ...others] = [parsed].flat() as string[]
      if (others.length === 0 && (value === undefined || value === 'none' || value === 'shape')) return value
      const sample = /^sample=(\d{1,4})$/.exec(value ?? '')?.[1]
      if (others.length === 0 && sample !== undefined && Number(sample) >= 1 && Number(sample) <= mostSampled)
        return { sample: Number(sample) }
      throw new UsageError(
        `${label} takes none, shape or sample=N with N from 1 to ${mostSampled}; got ${JSON.stringify(parsed)}.`,
      )
    },
  }
}

const aDay = 86_400

/** The options of `learn`. */
export const learnOptions: OptionTable<LearnFlags> = {
  ...targetOptions,
  out: textOption('DIR for the twin'),
  from: textOption('FILE.har to learn from; sends nothing'),
  check: textOption('DIR of a twin to compare the service with'),
  accept: flag('With --check: write the twin again'),
  diff: flag('Compare two twins: emulator learn --diff A B'),
  'allow-writes': flag('Let questions create, change and delete objects'),
  gentle: flag('Send no wrong credentials'),
  plan: flag('Print what would be asked, and send nothing'),
  rate: decimal('Maximum number of requests a second', 0.001, 100_000),
  'max-wait': decimal('Longest wait in SECONDS (default: 30)', 0, aDay),
  'max-requests': integer('Maximum number of requests (default: 150)', 20),
  records: recordsOption('none, shape or sample=N (default: shape)'),
  report: withListedValues(
    textsOption(`FORMAT[=FILE] of what has moved: ${commonFormats.join(', ')}`),
    async () => commonFormats,
  ),
  json: flag('Print learned.json instead of lines'),
}
