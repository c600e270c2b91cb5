import type { VNode } from 'preact'
import { Code, Field } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useKeptForm } from '../kit/kept-form.ts'

/** The options of a watch, as the form sends them. */
export interface WatchOrder {
  readonly name?: string
  readonly allWorlds?: true
  readonly since?: 'journal'
}

/** Asks which client to judge: that of the world in sight or all, from now on or with what the journal holds. */
export function WatchForm({ onOrder }: { readonly onOrder: (order: WatchOrder) => unknown }): VNode {
  const consoleState = useConsoleState()
  const { ref, onInput, sent } = useKeptForm('watch')
  return (
    <form
      ref={ref}
      onInput={onInput}
      class="card"
      aria-label="Watch a client"
      onSubmit={(event) => {
        event.preventDefault()
        sent()
        onOrder(orderOf(new FormData(event.currentTarget)))
      }}
    >
      <p>
        Any program that uses this emulator can be judged by what it sends: a test suite, an app, a script. Press Watch,
        then let it work.
      </p>
      <Code label="Its base URL" value={consoleState.apiUrl} />
      <div class="choices">
        <fieldset class="plain-set">
          <legend>Which client</legend>
          <Choice name="where" value="here" label={`What uses the world ${consoleState.world.value}`} checked />
          <Choice name="where" value="all" label="What uses any world; each world is judged by itself" />
        </fieldset>
        <fieldset class="plain-set">
          <legend>Beginning with</legend>
          <Choice name="since" value="now" label="Its next request" checked />
          <Choice name="since" value="journal" label="The requests that the journal holds" />
        </fieldset>
      </div>
      <div class="filters">
        <Field label="Its name in reports">
          <input name="name" size={28} maxLength={200} placeholder="client" spellcheck={false} />
        </Field>
        <button type="submit" class="primary">
          Watch
        </button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly checked?: boolean
}

function Choice({ name, value, label, checked = false }: ChoiceProps): VNode {
  return (
    <label class="check">
      <input type="radio" name={name} value={value} defaultChecked={checked} /> <span class="name">{label}</span>
    </label>
  )
}

function orderOf(data: FormData): WatchOrder {
  const name = String(data.get('name') ?? '').trim()
  return {
    ...(name === '' ? {} : { name }),
    ...(data.get('where') === 'all' ? { allWorlds: true } : {}),
    ...(data.get('since') === 'journal' ? { since: 'journal' } : {}),
  }
}
