// A form for an object of JSON: records and faults are edited with it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Problem } from '../state/control.ts'
import { escapeUnseen } from '../state/unseen.ts'
import { Button } from './buttons.tsx'
import { Field, Form, useForm } from './form.tsx'
import { ProblemNote } from './loaded.tsx'

/** The members of an object. */
export type Members = Readonly<Record<string, unknown>>

interface JsonFormProps {
  readonly label: string
  /** The name under which an unsent text is kept. */
  readonly name: string
  /** The object before the edit. */
  readonly value: Members
  readonly problem: Problem | undefined
  readonly submit: string
  /** True if the object loses no member. */
  readonly keepsMembers?: boolean
  /**
   * Resolves with a value if the object was accepted.
   * @param before The object as it was when the edit began.
   */
  readonly onSubmit: (members: Members, before: Members) => Promise<unknown>
  readonly onCancel?: () => void
}

/** Edits an object as JSON. The emulator says which of its members it refuses. */
export function JsonForm(props: JsonFormProps): VNode {
  const { label, name, value, problem, submit, keepsMembers = false, onSubmit, onCancel } = props
  const form = useForm(name)
  // Kept with the text: the object may change before the text is sent.
  const before = form.text('before') || escapeUnseen(JSON.stringify(value, null, 2))
  const text = form.text('before') === '' ? before : form.text('json')
  const write = (written: string) => {
    if (written === before) return form.forget()
    form.write('before', before)
    form.write('json', written)
  }
  const [fault, setFault] = useState<string | undefined>(undefined)
  const send = async () => {
    const first = JSON.parse(before) as Members
    const read = readObject(text, keepsMembers ? Object.keys(first) : [])
    setFault(typeof read === 'string' ? read : undefined)
    return typeof read === 'string' ? undefined : await onSubmit(read, first)
  }
  return (
    <Form label={label} form={form} class="stack" onSubmit={send}>
      <Field label={label} fault={fault}>
        <textarea rows={12} spellcheck={false} value={text} onInput={(event) => write(event.currentTarget.value)} />
      </Field>
      <ProblemNote problem={problem} />
      <div class="actions">
        <button type="submit" class="primary">
          {submit}
        </button>
        {onCancel && (
          <Button
            onClick={() => {
              form.forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Reads an object with the named members; returns the reason if the text is not such an object. */
function readObject(text: string, names: readonly string[]): Members | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object of JSON'
    const removed = names.find((name) => !Object.hasOwn(value, name))
    return removed === undefined ? (value as Members) : `${removed} cannot be removed; give it a value.`
  } catch (error) {
    return `must be JSON: ${(error as Error).message}`
  }
}
