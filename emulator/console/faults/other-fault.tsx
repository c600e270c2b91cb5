import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useForm } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { SchemaForm } from '../kit/schema-form.tsx'
import type { ObjectSchema } from '../kit/schema-member.ts'
import { useChange, useControl } from '../kit/use-control.ts'

interface ControlDocument {
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> }
}

interface OtherFaultProps {
  readonly operations: readonly string[]
  /** The initial operation; empty for any. */
  readonly operation: string
  readonly onAdded: () => Promise<void>
}

/** The form for a fault follows the schema, so it knows every effect that the emulator knows. */
export function OtherFault({ operations, operation, onAdded }: OtherFaultProps): VNode {
  const document = useControl<ControlDocument>('/openapi.json')
  const change = useChange(onAdded, 'Added a fault.')
  const [isOpen] = useState(useForm('fault').isChanged)
  const schema = document.value?.components.schemas['Fault']
  if (!schema) return <ProblemNote problem={document.problem} />
  const add = (members: Readonly<Record<string, unknown>>) => {
    const { operation: to, ...effects } = { operation, ...members }
    return change.make('/faults', { method: 'POST', body: { ...(to === '' ? {} : { operation: to }), ...effects } })
  }
  return (
    <details open={isOpen}>
      <summary>Any other fault</summary>
      <p class="muted">{schema.description}</p>
      <SchemaForm
        label="New fault"
        name="fault"
        schema={schema}
        value={{ operation }}
        suggestions={{ operation: operations }}
        problem={change.problem}
        submit="Add"
        onSubmit={add}
      />
    </details>
  )
}
