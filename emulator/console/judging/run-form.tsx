import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button, FileButton } from '../kit/buttons.tsx'
import { CheckField, Form, type FormTexts, TextField, useForm } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { askControl, type Problem } from '../state/control.ts'

/** The options of a run, as the form sends them. */
export type Order = Readonly<Record<string, unknown>>

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
export function RunForm({ onOrder }: RunFormProps): VNode {
  const consoleState = useConsoleState()
  const file = consoleState.targetFile.value
  const { facts, problem } = useTargetFacts()
  const form = useForm('run', { allowWrites: facts?.allowWrites ? 'on' : '' })
  const send = async () => {
    const taken = await onOrder(toOrder(form, file, facts))
    if (taken) consoleState.judgedFile.value = file
    return taken
  }
  return (
    <Form label="Run the kit" form={form} onSubmit={send}>
      {!file && <p>Checks a fresh copy of this emulator with the active conventions and deviations.</p>}
      <TargetFileChoice />
      <ProblemNote problem={problem} />
      {facts && <FileFacts facts={facts} form={form} />}
      <div class="filters">
        <TextField of={form} name="only" label="Only these requirements or checks (such as ids.*)" size={34} />
        <CheckField of={form} name="quick" title="At most 500 requests. Only a whole run proves conformance.">
          Quick <span class="muted">about 300 requests</span>
        </CheckField>
        <CheckField of={form} name="gentle" title="For a service that locks out or counts wrong credentials.">
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
        {file ? 'Choose another' : 'Choose file'}
      </FileButton>
    </div>
  )
}

function FileFacts({ facts, form }: { readonly facts: TargetFacts; readonly form: FormTexts }): VNode {
  const { baseUrl, declared, variables } = facts
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
            <TextField
              key={name}
              of={form}
              name={`variable.${name}`}
              label={name}
              required
              isSecret={!/url|host/i.test(name)}
            />
          ))}
        </div>
      )}
      <CheckField of={form} name="allowWrites">
        Checks may create, change and delete. What they make is deleted.
      </CheckField>
    </>
  )
}

function toOrder(form: FormTexts, file: { readonly text: string } | undefined, facts: TargetFacts | undefined): Order {
  const text = (name: string) => form.text(name).trim()
  const isOn = (name: string) => form.text(name) === 'on'
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
