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
export function createProgress(stream: ProgressStream, now: () => number = () => performance.now()): Progress {
  if (!stream.isTTY) return { onResult: () => undefined, clear: () => undefined }
  let failed = 0
  const began = now()
  return {
    onResult: ({ check, verdict }, done, total) => {
      if (verdict === 'fail') failed++
      // A terminal of unknown width says 0.
      const width = Math.max(10, (stream.columns || 80) - 1)
      const counts = `${done}/${total} checks${failed === 0 ? '' : `, ${failed} failed`}`
      const left = leftText(now() - began, done, total)
      const parts = [`${counts}${left}  ${check}`, `${counts}${left}`, counts]
      // A name that is cut says nothing, so that the narrow line has none.
      stream.write(`${eraseLine}${parts.find(({ length }) => length <= width) ?? counts.slice(0, width)}`)
    },
    clear: () => void stream.write(eraseLine),
  }
}

/** The checks that must have ended before the time of the others can be told. */
const fewest = 10

/** How long the rest may take if it is like what was done, in a few words. */
function leftText(milliseconds: number, done: number, total: number): string {
  if (done < fewest || done === total) return ''
  const seconds = Math.ceil((milliseconds / done / 1000) * (total - done))
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`
}
