// The faults of a world: requests that fail on purpose.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { ListedScenario } from '../../control/scenarios.ts'
import { Field, ProblemNote, SureButton, ViewHead, Waiting } from '../kit/components.tsx'
import { faultText } from '../faults/fault-text.ts'
import { tileGroups } from '../faults/fault-tiles.ts'
import { type OpenApiDocument, operationsOf } from '../reference/document.ts'
import { SchemaForm } from '../kit/schema-form.tsx'
import type { ObjectSchema } from '../kit/schema-member.ts'
import { namesWith, namesWithout } from '../scenarios/playing.ts'
import { ScenarioList } from '../scenarios/scenario-list.tsx'
import { useConsoleState } from '../state/console-state.ts'
import type { Fault } from '../../disturb/faults/fault.ts'
import { useControl, useChange, useEvery } from '../kit/use-control.ts'

interface ControlDocument {
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> }
}

/** The view of faults and scenarios. */
export function FaultsView(): VNode {
  const asked = useControl<readonly Fault[]>('/faults')
  const listed = useControl<readonly ListedScenario[]>('/scenarios')
  const change = useChange(asked.reload)
  const played = useChange(listed.reload)
  useEvery(2000, () => void asked.reload())
  const faults = asked.value
  const scenarios = listed.value ?? []
  const play = (names: readonly string[]) => void played.make('/scenarios', { method: 'PUT', body: names })
  const playing = scenarios.filter((scenario) => scenario.playing)
  return (
    <>
      <ViewHead title="Faults and scenarios">
        {faults !== undefined && faults.length > 0 && (
          <SureButton
            label="Take all back"
            sure="Take every fault back"
            onSure={() => void change.make('/faults', { method: 'DELETE' })}
          />
        )}
      </ViewHead>
      <ProblemNote problem={asked.problem ?? listed.problem ?? change.problem ?? played.problem} />
      <Waiting asked={asked} />
      {faults?.length === 0 && playing.length === 0 && (
        <p class="muted">No fault is pending: this world answers as it should.</p>
      )}
      {(faults?.length ?? 0) + playing.length > 0 && (
        <ol class="plain list" aria-label="In effect">
          {faults?.map((fault, index) => (
            <li key={`${index} ${JSON.stringify(fault)}`} class="card row">
              <bdi class="name">{faultText(fault)}</bdi>
              <button
                type="button"
                class="small"
                onClick={() =>
                  void change.make('/faults', { method: 'PUT', body: faults.filter((_fault, at) => at !== index) })
                }
              >
                Take back
              </button>
            </li>
          ))}
          {playing.map(({ name, description }) => (
            <li key={name} class="card row">
              <span>
                Scenario <strong>{name}</strong>: {description}
              </span>
              <button type="button" class="small" onClick={() => play(namesWithout(scenarios, name))}>
                End
              </button>
            </li>
          ))}
        </ol>
      )}
      <NewFault onAdded={asked.reload} onExpire={() => play(namesWith(scenarios, 'token-expires-at-request', 1))} />
      <Waiting asked={listed} />
      {listed.value && <ScenarioList all={listed.value} onPlay={play} />}
    </>
  )
}

const counts = [
  ['1', 'the next request'],
  ['2', 'the next 2 requests'],
  ['5', 'the next 5 requests'],
  ['always', 'every request'],
] as const

interface NewFaultProps {
  readonly onAdded: () => Promise<void>
  /** Lets the token of the next request expire. */
  readonly onExpire: () => void
}

/** Tiles that add a fault by one click, and a form that knows every effect. */
function NewFault({ onAdded, onExpire }: NewFaultProps): VNode {
  const consoleState = useConsoleState()
  const described = useControl<OpenApiDocument>('/api/openapi.json').value
  const operations = useMemo(
    () => (described ? operationsOf(described).map(({ operation: { operationId } }) => operationId) : []),
    [described],
  )
  const change = useChange(onAdded, 'Added a fault.')
  const day = useChange(undefined, 'A day has passed.')
  const [operation, setOperation] = useState(consoleState.route.value.settings.get('operation') ?? '')
  const [times, setTimes] = useState<string>('1')
  const chosen = operation.trim()
  const add = (fault: Fault) =>
    void change.make('/faults', {
      method: 'POST',
      body: {
        ...(chosen === '' ? {} : { operation: chosen }),
        ...fault,
        times: times === 'always' ? times : Number(times),
      },
    })
  return (
    <>
      <div class="filters">
        <Field label="Strikes">
          <select value={times} onChange={(event) => setTimes(event.currentTarget.value)}>
            {counts.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="To">
          <input
            value={operation}
            list="fault-operations"
            placeholder="any operation"
            size={26}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setOperation(event.currentTarget.value)}
          />
        </Field>
        <datalist id="fault-operations">
          {operations.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
      </div>
      <ProblemNote problem={change.problem ?? day.problem} />
      {Object.entries(tileGroups).map(([title, tiles]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <div class="tiles">
            {tiles.map((tile) => (
              <Tile key={tile.title} title={tile.title} sentence={tile.sentence} onClick={() => add(tile.fault)} />
            ))}
          </div>
        </section>
      ))}
      <section aria-label="Credentials and time">
        <h2>Credentials and time</h2>
        <div class="tiles">
          <Tile
            title="Token expires"
            sentence="The OAuth access token expires before its next request, as the scenario token-expires-at-request plays it."
            onClick={onExpire}
          />
          <Tile
            title="A day passes"
            sentence="The clock moves on by a day, and what expires by then has expired."
            onClick={() => void day.make('/clock', { method: 'POST', body: { advance: '1d' } })}
          />
        </div>
      </section>
      <OtherFault operations={operations} operation={chosen} onAdded={onAdded} />
    </>
  )
}

interface TileProps {
  readonly title: string
  readonly sentence: string
  readonly onClick: () => void
}

function Tile({ title, sentence, onClick }: TileProps): VNode {
  return (
    <button type="button" class="tile" onClick={onClick}>
      <strong>{title}</strong>
      <span class="muted">{sentence}</span>
    </button>
  )
}

interface OtherFaultProps {
  readonly operations: readonly string[]
  readonly operation: string
  readonly onAdded: () => Promise<void>
}

/** The form follows the schema, so it knows every effect that the emulator knows. */
function OtherFault({ operations, operation, onAdded }: OtherFaultProps): VNode | null {
  const document = useControl<ControlDocument>('/openapi.json')
  const change = useChange(onAdded, 'Added a fault.')
  const [made, setMade] = useState(0)
  const { drafts, world } = useConsoleState()
  const draft = `fault ${world.value}`
  const [wasWritten] = useState(drafts.has(draft))
  const schema = document.value?.components.schemas['Fault']
  if (!schema) return <ProblemNote problem={document.problem} />
  return (
    <details open={wasWritten}>
      <summary>Any other fault</summary>
      <p class="muted">{schema.description}</p>
      <SchemaForm
        key={`${made} ${operation}`}
        label="New fault"
        draft={draft}
        schema={schema}
        suggestions={{ operation: operations }}
        start={operation === '' ? {} : { operation }}
        problem={change.problem}
        submit="Add"
        onSubmit={async (body) => {
          if (!(await change.make('/faults', { method: 'POST', body }))) return
          drafts.delete(draft)
          setMade(made + 1)
        }}
      />
    </details>
  )
}
