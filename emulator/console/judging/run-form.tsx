import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Field, ProblemNote } from '../kit/components.tsx'
import { ask, type Problem } from '../state/control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { kinds } from '../credentials/credential-name.ts'
import { useKeptForm } from '../kit/kept-form.ts'
import { TypedValue } from './typed-value.tsx'

/** The options of a run, as the form sends them. */
export type Order = Readonly<Record<string, unknown>>

const secrets = [
  ['clientId', 'OAuth client id'],
  ['clientSecret', 'OAuth client secret'],
  ['token', 'Access token'],
  ['integrationToken', kinds['integrationToken']!],
  ['apiKey', kinds['apiKey']!],
  ['dsn', kinds['dsn']!],
] as const

/** The contents of a target file, as the control API tells them. */
interface TargetFacts {
  readonly baseUrl: string | null
  readonly declared: readonly string[]
  readonly allowWrites: boolean
  readonly variables: readonly string[]
}

interface RunFormProps {
  readonly disabled: boolean
  readonly onOrder: (order: Order) => Promise<boolean>
}

/** Asks what to check: this emulator, the service of a target file, or another with the credentials for it. */
export function RunForm({ disabled, onOrder }: RunFormProps): VNode {
  const consoleState = useConsoleState()
  const file = consoleState.targetFile.value
  const { ref, kept, onInput, sent } = useKeptForm('run')
  const [elsewhere, setElsewhere] = useState(file !== undefined || kept('where') === 'elsewhere')
  const [facts, setFacts] = useState<TargetFacts | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  useEffect(() => {
    setFacts(undefined)
    setProblem(undefined)
    if (!file) return
    setElsewhere(true)
    const body = { targetFile: file.text }
    const read = async () => {
      const outcome = await ask<TargetFacts>(consoleState, '/conformance/target', { method: 'POST', body })
      if (consoleState.targetFile.peek() !== file) return
      if (outcome.ok) setFacts(outcome.value)
      else setProblem(outcome.problem)
    }
    void read()
  }, [file])
  return (
    <form
      ref={ref}
      onInput={onInput}
      class="card"
      aria-label="Run the kit"
      onSubmit={(event) => {
        event.preventDefault()
        const order = orderOf(new FormData(event.currentTarget), elsewhere ? file : undefined, facts)
        const take = async () => {
          if (!(await onOrder(order))) return
          consoleState.judgedFile.value = file
          sent()
        }
        void take()
      }}
    >
      <fieldset class="plain-set">
        <legend>What to check</legend>
        <label class="check">
          <input type="radio" name="where" value="here" checked={!elsewhere} onChange={() => setElsewhere(false)} />
          A copy of this emulator with fresh data, and the conventions and deviations that are on
        </label>
        <label class="check">
          <input type="radio" name="where" value="elsewhere" checked={elsewhere} onChange={() => setElsewhere(true)} />
          Another service
        </label>
      </fieldset>
      {elsewhere && <TargetFileChoice />}
      {elsewhere && file && (
        <>
          <ProblemNote problem={problem} />
          {facts && <FileFacts facts={facts} />}
        </>
      )}
      {elsewhere && !file && <Elsewhere />}
      {elsewhere && (!file || facts) && (
        <label class="check" key={file?.name}>
          <input type="checkbox" name="allowWrites" defaultChecked={file ? facts?.allowWrites : false} /> Checks may
          create, change and delete. What they make is deleted.
        </label>
      )}
      <div class="filters">
        <Field label="Only these requirements or checks (such as ids.*)">
          <input name="only" size={34} spellcheck={false} />
        </Field>
        <label class="check" title="At most 500 requests. Only a whole run proves conformance.">
          <input type="checkbox" name="quick" /> Quick <span class="muted">at most 500 requests</span>
        </label>
        <label class="check" title="For a service that locks out or counts wrong credentials.">
          <input type="checkbox" name="gentle" /> Gentle <span class="muted">few wrong credentials</span>
        </label>
      </div>
      <p>
        <button type="submit" class="primary" disabled={disabled || (elsewhere && file !== undefined && !facts)}>
          Run
        </button>
      </p>
    </form>
  )
}

/** Takes a target file: dropped anywhere on the page, or chosen here. */
function TargetFileChoice(): VNode {
  const consoleState = useConsoleState()
  const id = useId()
  const file = consoleState.targetFile.value
  return (
    <div class="drop">
      {file ? (
        <>
          <strong>
            <bdi>{file.name}</bdi>
          </strong>
          <button type="button" class="small" onClick={() => (consoleState.targetFile.value = undefined)}>
            Remove
          </button>
        </>
      ) : (
        <span>Drop a target file on this page.</span>
      )}
      <label class="button" for={id}>
        {file ? 'Choose another' : 'Choose one'}
      </label>
      <input
        id={id}
        class="beside"
        type="file"
        accept=".yaml,.yml,.json"
        onChange={(event) => void consoleState.openFile(event.currentTarget.files?.[0])}
      />
    </div>
  )
}

function FileFacts({ facts: { baseUrl, declared, variables } }: { readonly facts: TargetFacts }): VNode {
  return (
    <>
      <p>
        {baseUrl !== null && (
          <>
            Judges <code>{baseUrl}</code>.{' '}
          </>
        )}
        <span class="muted">
          {declared.length === 0 ? 'It declares nothing else.' : `It declares ${declared.join(', ')}.`}
        </span>
      </p>
      {variables.length > 0 && (
        <div class="filters">
          {variables.map((name) => (
            <Field key={name} label={name}>
              <TypedValue name={`variable.${name}`} isSecret={!/url|host/i.test(name)} required />
            </Field>
          ))}
        </div>
      )}
    </>
  )
}

function Elsewhere(): VNode {
  return (
    <>
      <Field label="Base URL">
        <input name="baseUrl" type="url" required size={40} placeholder="https://staging.example" spellcheck={false} />
      </Field>
      <div class="filters">
        {secrets.map(([name, title]) => (
          <Field key={name} label={title}>
            <input name={name} type="password" autocomplete="off" spellcheck={false} size={20} />
          </Field>
        ))}
      </div>
      <p class="muted">
        The emulator sends the requests. It keeps the credentials in memory until the next run, so that failed checks
        can run again; no report shows them. The report says what to declare next.
      </p>
    </>
  )
}

function orderOf(data: FormData, file: { readonly text: string } | undefined, facts: TargetFacts | undefined): Order {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const only = text('only')
    .split(/[\s,]+/)
    .filter((pattern) => pattern !== '')
  const order = {
    ...(only.length > 0 ? { only } : {}),
    ...(data.has('quick') ? { quick: true } : {}),
    ...(data.has('gentle') ? { gentle: true } : {}),
  }
  if (text('where') !== 'elsewhere') return order
  const allowWrites = data.has('allowWrites')
  if (file) {
    const variables = Object.fromEntries((facts?.variables ?? []).map((name) => [name, text(`variable.${name}`)]))
    return { ...order, targetFile: file.text, variables, allowWrites }
  }
  const [clientId, clientSecret] = [text('clientId'), text('clientSecret')]
  const credentials = {
    ...(clientId === '' && clientSecret === '' ? {} : { oauth: { clientId, clientSecret } }),
    ...Object.fromEntries(secrets.slice(2).flatMap(([name]) => (text(name) === '' ? [] : [[name, text(name)]]))),
  }
  return { ...order, target: { baseUrl: text('baseUrl').replace(/\/+$/, ''), credentials }, allowWrites }
}
