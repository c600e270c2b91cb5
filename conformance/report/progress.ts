import type { CheckResult } from '../judge/result.ts'

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface Progress {
  /** The callback for `onResult` of `runConformance`. */
  readonly onResult: (result: CheckResult, done: number, total: number) => void
  /** Clears the line, before the report. */
  readonly clear: () => void
}

const eraseLine = '\r\u001B[K'

/**
 * One line on a terminal with the progress of a run; nothing if the stream is not a terminal. It shows only names and
 * counts, as messages are not redacted before the run ends.
 */
export function createProgress(stream: ProgressStream): Progress {
  if (!stream.isTTY) return { onResult: () => undefined, clear: () => undefined }
  let failed = 0
  return {
    onResult: ({ check, verdict }, done, total) => {
      if (verdict === 'fail') failed++
      // A terminal of unknown width says 0.
      const line = `${done}/${total} checks${failed === 0 ? '' : `, ${failed} failed`}  ${check}`
      stream.write(`${eraseLine}${line.slice(0, Math.max(10, (stream.columns || 80) - 1))}`)
    },
    clear: () => void stream.write(eraseLine),
  }
}
