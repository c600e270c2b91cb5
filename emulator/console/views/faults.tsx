// The faults of a world, requests that fail on purpose, and its scenarios.
import type { VNode } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { ListedScenario } from '../../control/scenarios.ts'
import type { Fault } from '../../disturb/faults/fault.ts'
import { tileGroups } from '../faults/fault-tiles.ts'
import { Button, SureButton } from '../kit/buttons.tsx'
import { Field, Select } from '../kit/form.tsx'
import { JsonForm } from '../kit/json-form.tsx'
import { Loaded, ProblemNote, ViewHead } from '../kit/loaded.tsx'
import { type Switch, Switches } from '../kit/switches.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'

/** The view of faults and scenarios. */
export function FaultsView(): VNode {
  const asked = useControl<readonly Fault[]>('/faults', {}, () => 2000)
  const change = useChange(asked.reload)
  return (
    <>
      <ViewHead title="Faults and scenarios">
        {(asked.value?.length ?? 0) > 0 && (
          <SureButton
            label="Take all back"
            sure="Take every fault back"
            onSure={() => change.make('/faults', { method: 'DELETE' })}
          />
        )}
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {(faults) => (
          <ol class="plain list" aria-label="In effect">
            {faults.length === 0 && <li class="muted">No fault is pending: this world answers as it should.</li>}
            {faults.map((fault, index) => (
              <li key={`${index} ${JSON.stringify(fault)}`} class="card row">
                <code class="wrap">{JSON.stringify(fault)}</code>
                <Button
                  class="small"
                  onClick={() => void change.make('/faults', { method: 'PUT', body: faults.toSpliced(index, 1) })}
                >
                  Take back
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <NewFault onAdded={asked.reload} />
      <Switches
        title="Scenarios"
        heading="h2"
        path="/scenarios"
        clear="End all"
        state={(names) => (names.length === 0 ? 'No scenario plays in this world.' : `Playing: ${names.join(', ')}.`)}
        toSwitch={toSwitch}
      />
    </>
  )
}

function toSwitch({ name: bare, group, clause, description, setting, playing }: ListedScenario): Switch {
  const number = setting?.playing ?? setting?.default
  return {
    name: number === undefined || number === setting?.default ? bare : `${bare}=${number}`,
    isOn: playing,
    group,
    title: bare,
    texts: [description],
    about: (play) => (
      <>
        <p class="under">
          {description} <span class="muted">Clause {clause}.</span>
        </p>
        {setting && (
          <label class="check under">
            <input
              key={number}
              type="number"
              min={1}
              max={setting.most}
              defaultValue={String(number)}
              aria-label={`${bare}: ${setting.meaning}`}
              onChange={(event) => void play(`${bare}=${event.currentTarget.value}`)}
            />
            <span class="muted">{setting.meaning}</span>
          </label>
        )}
      </>
    ),
  }
}

/** The part of an OpenAPI document that names the operations. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
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
  const document = useControl<ApiDocument>('/api/openapi.json').value
  const operations = Object.values(document?.paths ?? {}).flatMap((path) => Object.values(path))
  const change = useChange(onAdded, 'Added a fault.')
  const other = useChange(onAdded, 'Added a fault.')
  const [operation, setOperation] = useState(consoleState.route.value.settings.get('operation') ?? '')
  const [times, setTimes] = useState('1')
  const chosen = operation.trim()
  /** The operation when the text of another fault was edited. */
  const edited = useRef<string | undefined>(undefined)
  const add = (fault: Fault) => {
    const to = chosen === '' ? {} : { operation: chosen }
    const body = { ...to, ...fault, times: times === 'always' ? times : Number(times) }
    void change.make('/faults', { method: 'POST', body })
  }
  return (
    <>
      <div class="filters">
        <Field label="Strikes">
          <Select value={times} options={counts} onValue={setTimes} />
        </Field>
        <Field label="To">
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
          {operations.map(({ operationId }) => (
            <option key={operationId} value={operationId} />
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
      <details onInput={() => (edited.current ??= chosen)}>
        <summary>Any other fault</summary>
        <JsonForm
          label="New fault, as --fault takes it"
          key={edited.current ?? chosen}
          value={{ ...(chosen === '' ? {} : { operation: chosen }), status: 503, times: 2 }}
          problem={other.problem}
          submit="Add"
          onSubmit={(body) => other.make('/faults', { method: 'POST', body })}
        />
      </details>
    </>
  )
}
