// Shared by the views of the kit and of the judge of clients: a form that starts, the result, and the HTML report.
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button, SaveButton } from '../kit/buttons.tsx'
import { Loaded, ProblemNote, ViewHead, Waiting } from '../kit/loaded.tsx'
import { type ControlQuery, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { askFile, type Problem } from '../state/control.ts'

interface JudgeViewProps<Status> {
  readonly title: string
  readonly asked: ControlQuery<Status>
  /** Why an order was refused. */
  readonly problem: Problem | undefined
  readonly isRunning: boolean
  readonly onStop: () => unknown
  /** The part that an emulator may be served without. */
  readonly part: string
  readonly form: VNode
  /** The summary of the form for the next time. */
  readonly again: string
  /** True if that form unfolds: somebody wrote in it, or opened a file for it. */
  readonly isOpen?: boolean
  /** Shows a status that is not idle. */
  readonly children: (status: Status) => ComponentChildren
}

/** The view of a judge. */
export function JudgeView<Status extends { readonly state: string }>(props: JudgeViewProps<Status>): VNode {
  const { title, asked, problem, isRunning, onStop, part, form, again, isOpen = false, children } = props
  if (asked.problem?.code === 'unknown_path') return <MissingPart title={title} part={part} />
  return (
    <>
      <ViewHead title={title}>{isRunning && <Button onClick={() => void onStop()}>Stop</Button>}</ViewHead>
      <Loaded asked={asked} problem={problem}>
        {(status) => (
          <>
            {!isRunning && status.state === 'idle' && form}
            {!isRunning && status.state !== 'idle' && (
              <Again summary={again} isOpen={isOpen}>
                {form}
              </Again>
            )}
            {status.state !== 'idle' && (
              <section class="report" aria-label="Result">
                {children(status)}
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

interface AgainProps {
  readonly summary: string
  readonly isOpen: boolean
  readonly children: VNode
}

/** The form for the next time. It unfolds by itself, but only the user folds it. */
function Again({ summary, isOpen, children }: AgainProps): VNode {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  useEffect(() => {
    if (isOpen) setUnfolded(true)
  }, [isOpen])
  return (
    <details open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

function MissingPart({ title, part }: { readonly title: string; readonly part: string }): VNode {
  return (
    <>
      <ViewHead title={title} />
      <p class="card">
        This emulator is served without {part}. <code>emulator start</code> serves both.
      </p>
    </>
  )
}

/** A format of reports, as the control API lists it. */
interface Format {
  readonly name: string
  readonly title: string
  readonly file: string
}

interface ReportProps {
  /** The endpoint that the report is of. */
  readonly path: '/conformance' | '/client'
}

/** Opens and saves reports. */
export function Reports({ path }: ReportProps): VNode {
  const { token, apiBase } = useConsoleState()
  const formats = useControl<readonly Format[]>('/report-formats').value ?? []
  return (
    <div class="actions" role="group" aria-label="Reports">
      {/* A link could not send the control token. */}
      {token.value === '' && (
        <a class="button small" href={`${apiBase}/_emulator${path}/report`} target="_blank" rel="noreferrer">
          Open the HTML report
        </a>
      )}
      {formats.map(({ name, title, file }) => (
        <SaveButton
          key={name}
          class="small"
          path={`${path}/report`}
          query={{ format: name }}
          file={`${path.slice(1)}${file.slice(file.lastIndexOf('.'))}`}
          title={title}
        >
          Save {name}
        </SaveButton>
      ))}
    </div>
  )
}

/** Shows the HTML report in a sandboxed frame. */
export function ReportFrame({ path }: ReportProps): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [url, setUrl] = useState('')
  useEffect(() => {
    void askFile(consoleState, `${path}/report`).then((outcome) =>
      outcome.ok ? setUrl(URL.createObjectURL(outcome.value)) : setProblem(outcome.problem),
    )
  }, [])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (problem) return <ProblemNote problem={problem} />
  if (url === '') return <Waiting />
  return <iframe class="report-frame" title="Report" sandbox="allow-scripts" src={url} />
}
