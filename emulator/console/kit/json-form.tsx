// A form for an object of JSON: records and faults are edited with it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { isObject } from '../../tools/is-object.ts'
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
  /** Resolves with a value if the object was accepted. */
  readonly onSubmit: (members: Members) => Promise<unknown>
  readonly onCancel?: () => void
}

/** Edits an object as JSON. The emulator says which of its members it refuses. */
export function JsonForm({ label, name, value, problem, submit, onSubmit, onCancel }: JsonFormProps): VNode {
  const form = useForm(name, { json: escapeUnseen(JSON.stringify(value, null, 2)) })
  const [fault, setFault] = useState<string | undefined>(undefined)
  const send = async () => {
    const read = readObject(form.text('json'))
    setFault(typeof read === 'string' ? read : undefined)
    return typeof read === 'string' ? undefined : await onSubmit(read)
  }
  return (
    <Form label={label} form={form} class="stack" onSubmit={send}>
      <Field label={label} fault={fault}>
        <textarea rows={12} spellcheck={false} {...form.field('json')} />
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

/** Reads an object; returns a text that says why it is none. */
function readObject(text: string): Members | string {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : 'must be an object of JSON'
  } catch (error) {
    return `must be JSON: ${(error as Error).message}`
  }
}
