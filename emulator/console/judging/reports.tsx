// The report of a run or a watch: the HTML that the report layer makes, and other formats to save.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ProblemNote } from '../kit/components.tsx'
import { askFile, type Problem } from '../state/control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { saveFile } from '../kit/save-file.ts'
import { useControl } from '../kit/use-control.ts'

/** A format of reports, as the control API lists it. */
interface Format {
  readonly name: string
  readonly title: string
  readonly file: string
}

interface ReportsProps {
  /** The endpoint that the report is of, such as `/conformance`. */
  readonly path: string
  /** The name of a saved file, without its end. */
  readonly name: string
}

/** Opens and saves reports. A link could not send the control token. */
export function Reports({ path, name }: ReportsProps): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const formats = useControl<readonly Format[]>('/report-formats').value ?? []
  const save = async (format: Format) => {
    const outcome = await askFile(consoleState, `${path}/report`, { query: { format: format.name } })
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const file = `${name}${format.file.slice(format.file.lastIndexOf('.'))}`
    saveFile(file, outcome.value)
    consoleState.said.value = `Saved ${file}.`
  }
  return (
    <div class="actions" role="group" aria-label="Reports">
      {consoleState.token.value === '' && (
        <a
          class="button small"
          href={`${consoleState.apiBase}/_emulator${path}/report`}
          target="_blank"
          rel="noreferrer"
        >
          Open the HTML report
        </a>
      )}
      {formats.map((format) => (
        <button key={format.name} type="button" class="small" title={format.title} onClick={() => void save(format)}>
          Save {format.name}
        </button>
      ))}
      <ProblemNote problem={problem} />
    </div>
  )
}

/** Shows the HTML report in a frame, where it can do nothing else. */
export function ReportFrame({ path }: Pick<ReportsProps, 'path'>): VNode {
  const consoleState = useConsoleState()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  useEffect(() => {
    let made = ''
    let isLate = false
    const load = async () => {
      const outcome = await askFile(consoleState, `${path}/report`)
      if (isLate) return
      setProblem(outcome.ok ? undefined : outcome.problem)
      if (outcome.ok) setUrl((made = URL.createObjectURL(outcome.value)))
    }
    void load()
    return () => {
      isLate = true
      URL.revokeObjectURL(made)
    }
  }, [])
  return (
    <>
      <ProblemNote problem={problem} />
      {url === '' && !problem && <p class="muted waiting">Loading …</p>}
      {url !== '' && <iframe class="report-frame" title="Report" sandbox="allow-scripts" src={url} />}
    </>
  )
}
