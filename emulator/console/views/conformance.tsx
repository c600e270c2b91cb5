// Runs of the conformance kit: their progress, and in the end the HTML report.
import type { VNode } from 'preact'
import { JudgeView } from '../judging/judge-view.tsx'
import { durationText } from '../kit/text.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useEffect, useState } from 'preact/hooks'
import { Button, FileButton } from '../kit/buttons.tsx'
import { CheckField, Form, TextField, type TextOf } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { askControl, type Problem } from '../state/control.ts'

/** A run of the kit as the control API shows it. */
export interface ConformanceRun {
  readonly state: 'idle' | 'running' | 'ended' | 'stopped' | 'failed'
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  readonly done: number
  readonly total: number
  /** The checks that failed so far. */
  readonly failed: readonly string[]
  /** The first of the running checks. */
  readonly running: readonly string[]
  /** The estimated remaining time; null until it can be estimated. */
  readonly secondsLeft: number | null
  readonly leftovers: readonly string[]
  readonly fault: string | null
}

/** The view of conformance runs. */
export function ConformanceView(): VNode {
  const { targetFile, judgedFile } = useConsoleState()
  return (
    <JudgeView
      title="Conformance"
      path="/conformance"
      part="the conformance kit"
      form={(order) => <RunForm onOrder={order} />}
      again="Run again, or judge another service"
      isOpen={targetFile.value !== undefined && targetFile.value !== judgedFile.value}
    >
      {(run: ConformanceRun) => <RunResult run={run} />}
    </JudgeView>
  )
}

function RunResult({ run }: { readonly run: ConformanceRun }): VNode {
  const { state, target, isEmulator, fault, leftovers } = run
  const subject = isEmulator ? `A copy of this emulator (${target})` : (target ?? '')
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
      {(state === 'running' || state === 'failed') && leftovers.length > 0 && (
        <p class="problem">Could not be deleted: {leftovers.join('; ')}</p>
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

/** The options of a run, as the form sends them. */
type Order = Readonly<Record<string, unknown>>

/** The contents of a target file, as the control API reports them. */
interface TargetFacts {
  readonly baseUrl: string | null
  readonly declared: readonly string[]
  readonly allowWrites: boolean
  readonly variables: readonly string[]
}

/** Requests the contents of the opened target file. */
function useTargetFacts(): { readonly facts: TargetFacts | undefined; readonly problem: Problem | undefined } {
  const consoleState = useConsoleState()
  const file = consoleState.targetFile.value
  const [facts, setFacts] = useState<TargetFacts | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  useEffect(() => {
    setFacts(undefined)
    setProblem(undefined)
    if (!file) return
    const read = async () => {
      const body = { targetFile: file.text }
      const outcome = await askControl<TargetFacts>(consoleState, '/conformance/target', { method: 'POST', body })
      if (consoleState.targetFile.peek() !== file) return
      if (outcome.ok) setFacts(outcome.value)
      else setProblem(outcome.problem)
    }
    void read()
  }, [file])
  return { facts, problem }
}

interface RunFormProps {
  /** Resolves with a value if the order was accepted. */
  readonly onOrder: (order: Order) => Promise<unknown>
}

/** Runs the kit against this emulator, or against the service of a target file. */
function RunForm({ onOrder }: RunFormProps): VNode {
  const consoleState = useConsoleState()
  const file = consoleState.targetFile.value
  const { facts, problem } = useTargetFacts()
  const send = async (text: TextOf) => {
    const taken = await onOrder(toOrder(text, file, facts))
    if (taken) consoleState.judgedFile.value = file
    return taken
  }
  return (
    <Form label="Run the kit" onSubmit={send}>
      {!file && <p>Judges a copy of this emulator with fresh data, and the conventions and deviations that are on.</p>}
      <TargetFileChoice />
      <ProblemNote problem={problem} />
      {facts && <FileFacts facts={facts} />}
      <div class="filters">
        <TextField name="only" label="Only these requirements or checks (such as ids.*)" size={34} />
        <CheckField name="quick" title="At most 500 requests. Only a whole run proves conformance.">
          Quick <span class="muted">about 300 requests</span>
        </CheckField>
        <CheckField name="gentle" title="For a service that locks out or counts wrong credentials.">
          Gentle <span class="muted">few wrong credentials</span>
        </CheckField>
      </div>
      <p>
        <button type="submit" class="primary" disabled={file !== undefined && !facts}>
          Run
        </button>
      </p>
    </Form>
  )
}

/** Takes the target file of another service: dropped anywhere on the page, or chosen here. */
function TargetFileChoice(): VNode {
  const consoleState = useConsoleState()
  const file = consoleState.targetFile.value
  return (
    <div class="drop">
      {file ? (
        <>
          <strong>
            <bdi>{file.name}</bdi>
          </strong>
          <Button class="small" onClick={() => (consoleState.targetFile.value = undefined)}>
            Remove
          </Button>
        </>
      ) : (
        <span>To judge another service, drop its target file on this page.</span>
      )}
      <FileButton accept=".yaml,.yml,.json" onFile={(chosen) => consoleState.openFile(chosen)}>
        {file ? 'Choose another' : 'Choose one'}
      </FileButton>
    </div>
  )
}

function FileFacts({ facts }: { readonly facts: TargetFacts }): VNode {
  const { baseUrl, declared, variables, allowWrites } = facts
  return (
    <>
      <p>
        {baseUrl !== null && (
          <>
            Judges <code>{baseUrl}</code>.{' '}
          </>
        )}
        <span class="muted">
          {declared.length === 0 ? 'It declares nothing else.' : `It declares ${declared.join(', ')}.`} No report shows
          the credentials.
        </span>
      </p>
      {variables.length > 0 && (
        <div class="filters">
          {variables.map((name) => (
            <TextField key={name} name={`variable.${name}`} label={name} required isSecret={!/url|host/i.test(name)} />
          ))}
        </div>
      )}
      <CheckField name="allowWrites" isOn={allowWrites}>
        Checks may create, change and delete. What they make is deleted.
      </CheckField>
    </>
  )
}

function toOrder(textOf: TextOf, file: { readonly text: string } | undefined, facts: TargetFacts | undefined): Order {
  const text = (name: string) => textOf(name).trim()
  const isOn = (name: string) => text(name) === 'on'
  const only = text('only')
    .split(/[\s,]+/)
    .filter(Boolean)
  const order = {
    ...(only.length > 0 ? { only } : {}),
    ...(isOn('quick') ? { quick: true } : {}),
    ...(isOn('gentle') ? { gentle: true } : {}),
  }
  if (!file) return order
  const variables = Object.fromEntries((facts?.variables ?? []).map((name) => [name, text(`variable.${name}`)]))
  return { ...order, targetFile: file.text, variables, allowWrites: isOn('allowWrites') }
}
