import type { VNode } from 'preact'
import { Code } from '../kit/code.tsx'
import { CheckField, Form, TextField, useForm } from '../kit/form.tsx'
import { useConsoleState } from '../state/console-state.ts'

/** The options of a watch, as the form sends them. */
export interface WatchOrder {
  readonly name?: string
  readonly allWorlds?: true
}

interface WatchFormProps {
  /** Resolves with a value if the order was accepted. */
  readonly onOrder: (order: WatchOrder) => Promise<unknown>
}

/** Chooses the client to judge: of the shown world or of all, from the next request on. */
export function WatchForm({ onOrder }: WatchFormProps): VNode {
  const consoleState = useConsoleState()
  const form = useForm('watch')
  const send = () => {
    const name = form.text('name').trim()
    return onOrder({
      ...(name === '' ? {} : { name }),
      ...(form.text('allWorlds') === 'on' ? { allWorlds: true } : {}),
    })
  }
  return (
    <Form label="Watch a client" form={form} onSubmit={send}>
      <p>
        Any program that uses this emulator can be judged by what it sends: a test suite, an app, a script. Press Watch,
        then let it work.
      </p>
      <Code label="Its base URL" value={consoleState.apiUrl} />
      <CheckField of={form} name="allWorlds">
        All worlds, each judged by itself, and not only {consoleState.world.value}
      </CheckField>
      <div class="filters">
        <TextField of={form} name="name" label="Its name in reports" size={28} maxLength={200} placeholder="client" />
        <button type="submit" class="primary">
          Watch
        </button>
      </div>
    </Form>
  )
}
