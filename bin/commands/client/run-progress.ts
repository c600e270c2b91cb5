import type { ProgressStream } from '../../../conformance/report/progress.ts'

/** One line on a terminal that says how far the runs of a client are. */
export interface RunProgress {
  readonly onRun: (name: string, failed: boolean) => void
  /** Takes the line away, before the report. */
  readonly clear: () => void
}

const eraseLine = '\r\u001B[K'

/** Shows progress on a terminal, and nothing elsewhere. What the client sends decides how many runs there will be. */
export function runProgress(stream: ProgressStream): RunProgress {
  if (!stream.isTTY) return { onRun: () => undefined, clear: () => undefined }
  let [done, failures] = [0, 0]
  return {
    onRun: (name, failed) => {
      done++
      if (failed) failures++
      const line = `${done} runs${failures === 0 ? '' : `, ${failures} with failures`}  ${name}`
      // A terminal that does not know its width says 0.
      stream.write(`${eraseLine}${line.slice(0, Math.max(10, (stream.columns || 80) - 1))}`)
    },
    clear: () => void stream.write(eraseLine),
  }
}
