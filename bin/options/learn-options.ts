import { commonFormats } from '../../conformance/report/format-list.ts'
import type { RecordsChoice } from '../judges/twin/make-twin.ts'
import { UsageError } from '../usage-error.ts'
import { askingOptions } from './conformance-options.ts'
import { flagOption, type Flags, integerOption, type Option, textOption, listOption } from './option.ts'

const mostSampled = 100

const records: Option<RecordsChoice | undefined> = {
  ...textOption('none, shape or sample=N', {
    defaultDescription: 'shape',
    values: async () => ['none', 'shape', 'sample=3'],
  }),
  absent: undefined,
  coerce: (typed) => {
    if (typed === 'none' || typed === 'shape') return typed
    const sample = Number(/^sample=(\d{1,4})$/.exec(String(typed))?.[1])
    if (sample >= 1 && sample <= mostSampled) return { sample }
    throw new UsageError(`takes none, shape or sample=N with N from 1 to ${mostSampled}; got ${JSON.stringify(typed)}.`)
  },
}

/** The options of `learn`. */
export const learnOptions = {
  ...askingOptions,
  out: textOption('DIR for the twin'),
  from: textOption('FILE.har to learn from; sends nothing', { conflicts: ['check', 'allow-writes'] }),
  check: textOption('DIR of a twin to compare the service with', { conflicts: 'out' }),
  accept: flagOption('Write the twin again', { implies: 'check' }),
  diff: flagOption('Compare two twins: emulator learn --diff A B'),
  'allow-writes': flagOption('Let questions create, change and delete objects'),
  gentle: flagOption('Send no wrong credentials'),
  'max-requests': integerOption('Most requests', { from: 20, defaultDescription: '150' }),
  seed: integerOption('NUMBER that the further questions follow from', {
    from: 0,
    to: 0xffff_ffff,
    defaultDescription: '1',
  }),
  records,
  report: listOption(`FORMAT[=FILE] of what has changed: ${commonFormats.join(', ')}`, {
    values: async () => commonFormats,
  }),
}

/** The values of the options of `learn`. */
export type LearnFlags = Flags<typeof learnOptions>
