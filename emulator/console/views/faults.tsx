// The faults of a world: requests that fail on purpose.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { ProblemNote, SureButton, ViewHead } from '../components.tsx'
import { type OpenApiDocument, operationsOf } from '../reference/document.ts'
import { SchemaForm } from '../schema-form.tsx'
import type { ObjectSchema } from '../schema-member.ts'
import { useConsoleState } from '../console-state.ts'
import type { Fault } from '../../disturb/faults/fault.ts'
import { useAsked, useChange, useEvery } from '../use-asked.ts'

interface ControlDocument {
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> }
}

/** The view of faults. */
export function FaultsView(): VNode {
  const asked = useAsked<readonly Fault[]>('/faults')
  // The form follows the schema, so it knows every effect that the emulator knows.
  const document = useAsked<ControlDocument>('/openapi.json')
  const described = useAsked<OpenApiDocument>('/api/openapi.json').value
  const operations = useMemo(
    () => (described ? operationsOf(described).map(({ operation: { operationId } }) => operationId) : []),
    [described],
  )
  const consoleState = useConsoleState()
  const change = useChange(asked.reload)
  const [made, setMade] = useState(0)
  useEvery(2000, () => void asked.reload())
  const faults = asked.value ?? []
  const schema = document.value?.components.schemas['Fault']
  const operation = consoleState.route.value.settings.get('operation')
  return (
    <>
      <ViewHead title="Faults">
        <SureButton
          label="Remove all"
          sure="Remove every fault"
          onSure={() => void change.make('/faults', { method: 'DELETE' })}
        />
      </ViewHead>
      <ProblemNote problem={asked.problem ?? document.problem} />
      {faults.length === 0 && <p class="muted">No fault is pending: this world answers as it should.</p>}
      <ol class="list" aria-label="Pending faults">
        {faults.map((fault, index) => (
          <li key={`${index} ${JSON.stringify(fault)}`} class="card">
            <code class="wrap">{JSON.stringify(fault)}</code>
            <div class="actions">
              <button
                type="button"
                onClick={() =>
                  void change.make('/faults', { method: 'PUT', body: faults.filter((_fault, at) => at !== index) })
                }
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ol>
      {schema && (
        <section class="card" aria-label="New fault">
          <h2>New fault</h2>
          <p class="muted">{schema.description}</p>
          <SchemaForm
            key={made}
            label="New fault"
            schema={schema}
            suggestions={{ operation: operations }}
            start={operation === undefined ? {} : { operation }}
            problem={change.problem}
            submit="Add"
            onSubmit={async (body) => {
              if (await change.make('/faults', { method: 'POST', body })) setMade(made + 1)
            }}
          />
        </section>
      )}
    </>
  )
}
