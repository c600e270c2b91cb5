import { existsSync } from 'node:fs'
import {
  applyBaseline,
  type Baseline,
  type BaselineOutcome,
  baselineText,
  type JudgedRun,
  parseBaseline,
  updateBaseline,
} from '../../../conformance/report/baseline.ts'
import { assertWritableFile, readTextFile, writeWhole } from '../../files.ts'
import { blaming, UsageError } from '../../usage-error.ts'

/** The options about known failures, with the content of the file before the run. */
export interface KnownFailures {
  readonly file: string | undefined
  readonly update: boolean
  /** Undefined without a file, and if --update-baseline will create it. */
  readonly before: Baseline | undefined
}

/** Reads --baseline before the run. @throws UsageError */
export function readBaseline(file: string | undefined, update: boolean): KnownFailures {
  const before =
    file &&
    blaming('--baseline', () => {
      if (update) assertWritableFile(file)
      if (existsSync(file)) return parseBaseline(readTextFile(file), file)
      if (update) return undefined
      throw new UsageError(`there is no file ${file}; --update-baseline writes it.`)
    })
  return { file, update, before: before || undefined }
}

/** Compares a run with the known failures, and first writes its own to the file if the user asked for that. */
export function compareKnown(
  { file, update, before }: KnownFailures,
  run: JudgedRun,
  checks: readonly string[],
): BaselineOutcome | undefined {
  const updated = update && file !== undefined ? updateBaseline(run, before, checks) : undefined
  if (updated) blaming('--baseline', () => writeWhole(file!, baselineText(updated)))
  const baseline = updated ?? before
  return baseline && applyBaseline(run, baseline, checks)
}
