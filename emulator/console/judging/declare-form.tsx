import type { VNode } from 'preact'
import { Field, Form, TextField, useForm } from '../kit/form.tsx'
import { countNoun } from '../kit/text.tsx'
import type { Declarable } from './run.ts'
import type { Order } from './run-form.tsx'

interface DeclareFormProps {
  readonly members: readonly Declarable[]
  readonly onOrder: (order: Order) => Promise<unknown>
}

/** Fields for the members of a target file that would decide most of the open requirements. */
export function DeclareForm({ members, onOrder }: DeclareFormProps): VNode {
  // JSON is not written blindly.
  const isJson = (member: string) => members.some(({ name, example }) => name === member && example.startsWith('{'))
  const form = useForm('declare', {}, (member) => member.startsWith('credentials.') && !isJson(member))
  const send = () => {
    const typed = members.map(({ name }) => [name, form.text(name).trim()] as const)
    const { allowWrites, ...declare } = Object.fromEntries(typed.filter(([, text]) => text !== ''))
    const writes = allowWrites === undefined ? {} : { allowWrites: allowWrites === 'true' }
    return onOrder({ again: 'all', declare, ...writes })
  }
  return (
    <Form label="Declare next" form={form} onSubmit={send}>
      <div class="schema-form">
        {members.map(({ name, note, example, requirements }) => {
          const label = `${name}, for ${countNoun(requirements, 'requirement')}`
          const isChoice = name === 'allowWrites'
          return (
            <div key={name}>
              {isChoice ? (
                <Field label={label}>
                  <select {...form.field(name)}>
                    <option value="">no</option>
                    <option value="true">yes</option>
                  </select>
                </Field>
              ) : (
                <TextField of={form} name={name} label={label} placeholder={example} />
              )}
              <small class="muted">{isChoice ? 'checks may create, change and delete' : note}</small>
            </div>
          )
        })}
      </div>
      <div class="actions">
        <button type="submit">Run again with these</button>
      </div>
    </Form>
  )
}
