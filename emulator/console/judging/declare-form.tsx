import type { VNode } from 'preact'
import { counted, Field } from '../kit/components.tsx'
import { useKeptForm } from '../kit/kept-form.ts'
import type { Declarable } from './run.ts'
import type { Order } from './run-form.tsx'
import { TypedValue } from './typed-value.tsx'

interface DeclareFormProps {
  readonly members: readonly Declarable[]
  readonly onOrder: (order: Order) => Promise<boolean>
}

/** Fields for the members of a target file that would decide most of what is open. */
export function DeclareForm({ members, onOrder }: DeclareFormProps): VNode {
  const { ref, onInput, sent } = useKeptForm('declare')
  const submit = (data: FormData) => {
    const typed = members.map(({ name }) => [name, String(data.get(name) ?? '').trim()] as const)
    const declare = Object.fromEntries(typed.filter(([, text]) => text !== ''))
    const { allowWrites, ...others } = declare
    const writes = allowWrites === undefined ? {} : { allowWrites: allowWrites === 'true' }
    void onOrder({ again: 'all', declare: others, ...writes }).then((isTaken) => isTaken && sent())
  }
  return (
    <form
      ref={ref}
      onInput={onInput}
      class="card"
      aria-label="Declare next"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <div class="schema-form">
        {members.map(({ name, note, example, requirements }) => (
          <div key={name}>
            <Field label={`${name}, for ${counted(requirements, 'requirement')}`}>
              {name === 'allowWrites' ? (
                <select name={name}>
                  <option value="">no</option>
                  <option value="true">yes</option>
                </select>
              ) : (
                <TypedValue
                  name={name}
                  isSecret={name.startsWith('credentials.') && !example.startsWith('{')}
                  placeholder={example}
                />
              )}
            </Field>
            <small class="muted">{name === 'allowWrites' ? 'checks may create, change and delete' : note}</small>
          </div>
        ))}
      </div>
      <div class="actions">
        <button type="submit">Run again with these</button>
      </div>
    </form>
  )
}
