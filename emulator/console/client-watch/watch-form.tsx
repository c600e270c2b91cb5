import type { VNode } from 'preact'
import { Code, Field } from '../parts.tsx'
import { useSession } from '../session.ts'

/** What the form asks the judge to do. */
export interface WatchOrder {
  readonly name?: string
  readonly allWorlds?: true
  readonly since?: 'journal'
}

/** Asks which client to judge: that of the world in sight or all, from now on or with what the journal holds. */
export function WatchForm({ onOrder }: { readonly onOrder: (order: WatchOrder) => void }): VNode {
  const session = useSession()
  return (
    <form
      class="card"
      aria-label="Watch a client"
      onSubmit={(event) => {
        event.preventDefault()
        onOrder(orderOf(new FormData(event.currentTarget)))
      }}
    >
      <p>
        Any program that uses this emulator can be judged by what it sends: a test suite, an app, a script. Press Watch,
        then let it work.
      </p>
      <Code label="Its base URL" value={session.apiUrl} />
      <div class="choices">
        <fieldset class="plain-set">
          <legend>Whom to judge</legend>
          <Choice name="where" value="here" label={`Who uses the world ${session.world.value}`} checked />
          <Choice name="where" value="all" label="Who uses any world, each world by itself" />
        </fieldset>
        <fieldset class="plain-set">
          <legend>From when on</legend>
          <Choice name="since" value="now" label="With the next request" checked />
          <Choice name="since" value="journal" label="With the requests that the journal holds" />
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
