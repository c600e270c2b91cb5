// The faults of a world, requests that fail on purpose, and its scenarios.
import type { VNode } from 'preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { ListedScenario } from '../../control/scenarios.ts'
import type { Fault } from '../../disturb/faults/fault.ts'
import { tileGroups } from '../faults/fault-tiles.ts'
import { ScenarioList } from '../faults/scenario-list.tsx'
import { Button, SureButton } from '../kit/buttons.tsx'
import { Field, Select, useForm } from '../kit/form.tsx'
import { JsonForm } from '../kit/json-form.tsx'
import { Loaded, ProblemNote, ViewHead } from '../kit/loaded.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { type OpenApiDocument, documentedOperations } from '../reference/document.ts'
import { useConsoleState } from '../state/console-state.ts'

/** The view of faults and scenarios. */
export function FaultsView(): VNode {
  const asked = useControl<readonly Fault[]>('/faults', {}, () => 2000)
  const listed = useControl<readonly ListedScenario[]>('/scenarios')
  const change = useChange(asked.reload)
  const played = useChange(listed.reload)
  const play = (names: readonly string[]) => played.make('/scenarios', { method: 'PUT', body: names })
  return (
    <>
      <ViewHead title="Faults and scenarios">
        {(asked.value?.length ?? 0) > 0 && (
          <SureButton
            label="Remove all"
            sure="Remove every fault"
            onSure={() => change.make('/faults', { method: 'DELETE' })}
          />
        )}
      </ViewHead>
      <ProblemNote problem={played.problem} />
      <Loaded asked={asked} problem={change.problem}>
        {(faults) => (
          <ol class="plain list" aria-label="In effect">
            {faults.length === 0 && <li class="muted">No fault is pending.</li>}
            {faults.map((fault, index) => (
              <li key={`${index} ${JSON.stringify(fault)}`} class="card row">
                <code class="wrap">{JSON.stringify(fault)}</code>
                <Button
                  class="small"
                  onClick={() => void change.make('/faults', { method: 'PUT', body: faults.toSpliced(index, 1) })}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <NewFault onAdded={asked.reload} />
      <Loaded asked={listed}>{(all) => <ScenarioList all={all} onPlay={play} />}</Loaded>
    </>
  )
}

const counts = [
  ['1', 'the next request'],
  ['2', 'the next 2 requests'],
  ['5', 'the next 5 requests'],
  ['always', 'every request'],
] as const

/** Tiles that add a fault by one click, and a form for any other. */
function NewFault({ onAdded }: { readonly onAdded: () => Promise<void> }): VNode {
  const consoleState = useConsoleState()
  const list = useId()
  const described = useControl<OpenApiDocument>('/api/openapi.json').value
  const operations = useMemo(
    () => (described ? documentedOperations(described).map(({ operation: { operationId } }) => operationId) : []),
    [described],
  )
  const change = useChange(onAdded, 'Added a fault.')
  const other = useChange(onAdded, 'Added a fault.')
  const [isOther] = useState(useForm('fault').isChanged)
  const [operation, setOperation] = useState(consoleState.route.value.settings.get('operation') ?? '')
  const [times, setTimes] = useState('1')
  const chosen = operation.trim()
  const add = (fault: Fault) => {
    const to = chosen === '' ? {} : { operation: chosen }
    const body = { ...to, ...fault, times: times === 'always' ? times : Number(times) }
    void change.make('/faults', { method: 'POST', body })
  }
  return (
    <>
      <div class="filters">
        <Field label="Apply to">
          <Select value={times} options={counts} onValue={setTimes} />
        </Field>
        <Field label="Operation">
          <input
            value={operation}
            list={list}
            placeholder="any operation"
            size={26}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setOperation(event.currentTarget.value)}
          />
        </Field>
        <datalist id={list}>
          {operations.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <ProblemNote problem={change.problem} />
      {Object.entries(tileGroups).map(([title, tiles]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <div class="tiles">
            {tiles.map((tile) => (
              <Button class="tile" key={tile.title} onClick={() => add(tile.fault)}>
                <strong>{tile.title}</strong>
                <span class="muted">{tile.sentence}</span>
              </Button>
            ))}
          </div>
        </section>
      ))}
      <details open={isOther}>
        <summary>Any other fault</summary>
        <JsonForm
          label="New fault, as --fault takes it"
          name="fault"
          value={{ ...(chosen === '' ? {} : { operation: chosen }), status: 503, times: 2 }}
          problem={other.problem}
          submit="Add"
          onSubmit={(body) => other.make('/faults', { method: 'POST', body })}
        />
      </details>
    </>
  )
}
