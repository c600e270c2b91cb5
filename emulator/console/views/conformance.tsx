// Runs of the conformance kit: their progress, and in the end the HTML report.
import type { VNode } from 'preact'
import { JudgeView, ReportFrame, Reports } from '../judging/judge-view.tsx'
import type { ConformanceRun } from '../judging/run.ts'
import { type Order, RunForm } from '../judging/run-form.tsx'
import { useForm } from '../kit/form.tsx'
import { durationText } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'

const path = '/conformance'

/** The view of conformance runs. */
export function ConformanceView(): VNode {
  const { targetFile, judgedFile } = useConsoleState()
  const asked = useControl<ConformanceRun>(path, {}, (run) => (run?.state === 'running' ? 250 : undefined))
  // The form is empty before the result is shown, so a short run does not unfold it again.
  const change = useChange(() => void asked.reload(), '')
  const order = (body: Order) => change.make(path, { method: 'POST', body })
  const hasFile = targetFile.value !== undefined && targetFile.value !== judgedFile.value
  return (
    <JudgeView
      title="Conformance"
      part="the conformance kit"
      asked={asked}
      problem={change.problem}
      isRunning={asked.value?.state === 'running'}
      onStop={() => change.make(path, { method: 'DELETE' })}
      form={<RunForm onOrder={order} />}
      again="Run again, or judge another service"
      isOpen={useForm('run').isChanged || hasFile}
    >
      {(run) => <RunResult run={run} />}
    </JudgeView>
  )
}

function RunResult({ run }: { readonly run: ConformanceRun }): VNode {
  const { state, target, isEmulator, fault, leftovers } = run
  const subject = isEmulator ? `A copy of this emulator (${target})` : (target ?? '')
  const hasReport = state === 'ended' || state === 'stopped'
  return (
    <>
      {state === 'failed' && (
        <>
          <h2>The run failed.</h2>
          <p>
            <bdi>{subject}</bdi>
          </p>
        </>
      )}
      {fault !== null && <p class="problem">{fault}</p>}
      {state === 'running' && <Progress run={run} subject={subject} />}
      {state === 'stopped' && <p class="warn">The run was stopped before its end.</p>}
      {!hasReport && leftovers.length > 0 && <p class="problem">Could not be deleted: {leftovers.join('; ')}</p>}
      {hasReport && (
        <>
          <Reports path={path} />
          <ReportFrame path={path} />
        </>
      )}
    </>
  )
}

/** The progress of a run, the running checks, and the estimated remaining time. */
function Progress({ run, subject }: { readonly run: ConformanceRun; readonly subject: string }): VNode {
  const { done, total, failed, running, secondsLeft } = run
  return (
    <>
      <h2>Running …</h2>
      <p role="status">
        <bdi>{subject}</bdi>: {done} of {total} checks
        {failed.length > 0 && <span class="bad">, {failed.length} failed</span>}
        {secondsLeft === null ? ', how long it takes is known soon' : `, about ${durationText(secondsLeft)} left`}.
      </p>
      <progress aria-label="Checks" value={done} max={Math.max(1, total)} />
      <p class="muted">
        Now asking: <code>{running.join(', ')}</code>
      </p>
      {failed.length > 0 && (
        <p>
          Failed: <code>{failed.join(', ')}</code>
        </p>
      )}
    </>
  )
}
