import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../components.tsx'

/** The options of a run, as the form sends them. */
export type Order = Readonly<Record<string, unknown>>

const secrets = [
  ['clientId', 'OAuth client id'],
  ['clientSecret', 'OAuth client secret'],
  ['token', 'Bearer token'],
  ['integrationToken', 'Integration token'],
  ['apiKey', 'API key'],
  ['dsn', 'DSN'],
] as const

interface RunFormProps {
  readonly disabled: boolean
  readonly onOrder: (order: Order) => void
}

/** Asks what to check: this emulator, or another service with the credentials for it. */
export function RunForm({ disabled, onOrder }: RunFormProps): VNode {
  const [elsewhere, setElsewhere] = useState(false)
  return (
    <form
      class="card"
      aria-label="Run the kit"
      onSubmit={(event) => {
        event.preventDefault()
        onOrder(orderOf(new FormData(event.currentTarget)))
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
      {elsewhere && <Elsewhere />}
      <div class="filters">
        <Field label="Only these requirements or checks (such as ids.*)">
          <input name="only" size={28} spellcheck={false} />
        </Field>
        <label class="check">
          <input type="checkbox" name="quick" /> Quick
        </label>
        <label class="check">
          <input type="checkbox" name="gentle" /> Gentle
        </label>
        <button type="submit" class="primary" disabled={disabled}>
          Run
        </button>
      </div>
    </form>
  )
}

function Elsewhere(): VNode {
  return (
    <>
      <Field label="Base URL">
        <input name="baseUrl" type="url" required placeholder="https://staging.example" spellcheck={false} />
      </Field>
      <div class="filters">
        {secrets.map(([name, title]) => (
          <Field key={name} label={title}>
            <input name={name} type="password" autocomplete="off" spellcheck={false} size={20} />
          </Field>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" name="allowWrites" /> Checks may create, change and delete. What they make is deleted.
      </label>
      <p class="muted">
        The emulator sends the requests. It keeps the credentials for this run alone, and no report shows them.
      </p>
    </>
  )
}

function orderOf(data: FormData): Order {
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
  const [clientId, clientSecret] = [text('clientId'), text('clientSecret')]
  const credentials = {
    ...(clientId === '' && clientSecret === '' ? {} : { oauth: { clientId, clientSecret } }),
    ...Object.fromEntries(secrets.slice(2).flatMap(([name]) => (text(name) === '' ? [] : [[name, text(name)]]))),
  }
  return {
    ...order,
    target: { baseUrl: text('baseUrl').replace(/\/+$/, ''), credentials },
    allowWrites: data.has('allowWrites'),
  }
}
