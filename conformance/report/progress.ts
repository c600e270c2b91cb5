import type { CheckResult } from '../judge/result.ts'

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A line that is overwritten on a terminal; elsewhere one line per minute. */
export interface ProgressLine {
  /** @param text Receives the number of characters that fit. */
  readonly show: (text: (width: number) => string) => void
  /** Clears the line before anything else is printed. */
  readonly clear: () => void
}

const eraseLine = '\r\u001B[K'

/** The progress line of a stream. */
export function progressLine(stream: ProgressStream): ProgressLine {
  if (!stream.isTTY) return lineEachMinute(stream)
  return {
    show: (text) => {
      // A terminal of unknown width has 0 columns.
      const width = Math.max(10, (stream.columns || 80) - 1)
      stream.write(`${eraseLine}${text(width).slice(0, width)}`)
    },
    clear: () => void stream.write(eraseLine),
  }
}

/** Lines for the log of a job, so that a long run does not seem to hang. */
function lineEachMinute(stream: ProgressStream): ProgressLine {
  let latest: string | undefined
  let minutes = 0
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    minutes++
    if (latest !== undefined) stream.write(`${minutes} min: ${latest}\n`)
  }
  return {
    show(text) {
      latest = text(logWidth)
      timer ??= setInterval(tell, 60_000).unref()
    },
    clear: () => void (latest = undefined),
  }
}

const logWidth = 120

export interface Progress {
  /** The callback for `onResult` of `runConformance`. */
  readonly onResult: (result: CheckResult, done: number, total: number) => void
  /** Clears the line, before the report. */
  readonly clear: () => void
}

/** The progress of a run. It shows only names and counts, as messages are not redacted before the run ends. */
export function createProgress(stream: ProgressStream, now: () => number = () => performance.now()): Progress {
  const line = progressLine(stream)
  let failed = 0
  const began = now()
  return {
    onResult: ({ check, verdict }, done, total) => {
      if (verdict === 'fail') failed++
      const counts = `${done}/${total} checks${failed === 0 ? '' : `, ${failed} failed`}`
      const left = remainingTimeText(now() - began, done, total)
      const parts = [`${counts}${left}  ${check}`, `${counts}${left}`, counts]
      // A shortened name is useless, so a narrow line has none.
      line.show((width) => parts.find(({ length }) => length <= width) ?? counts)
    },
    clear: line.clear,
  }
}

/** The number of checks that must have ended before the remaining time is estimated. */
const fewest = 10

/** The estimated remaining time, in a few words. */
function remainingTimeText(milliseconds: number, done: number, total: number): string {
  if (done < fewest || done === total) return ''
  const seconds = Math.ceil((milliseconds / done / 1000) * (total - done))
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`
}
