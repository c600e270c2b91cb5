import { type Baseline, parseBaseline } from '../../../conformance/report/baseline.ts'
import { assertWritable, fileExists, readText } from '../../files.ts'
import { blaming, UsageError } from '../../usage-error.ts'

/** The baseline to compare the run with. Undefined without one, and when --update-baseline will create it. */
export function readBaseline(file: string | undefined, update: boolean): Baseline | undefined {
  if (file === undefined) return undefined
  return blaming('--baseline', () => {
    if (update) assertWritable(file)
    if (fileExists(file)) return parseBaseline(readText(file), file)
    if (update) return undefined
    throw new UsageError(`there is no file ${file}; --update-baseline writes it.`)
  })
}
