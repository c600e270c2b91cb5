// The faults of a world, requests that fail on purpose, and its scenarios.
import type { VNode } from 'preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { ListedScenario } from '../../control/scenarios.ts'
import type { Fault } from '../../disturb/faults/fault.ts'
import { faultText } from '../faults/fault-text.ts'
import { tileGroups } from '../faults/fault-tiles.ts'
import { playingNames, otherPlayingNames, ScenarioList } from '../faults/scenario-list.tsx'
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
  const scenarios = listed.value ?? []
  const playing = scenarios.filter((scenario) => scenario.playing)
  const play = (names: readonly string[]) => played.make('/scenarios', { method: 'PUT', body: names })
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
      <ProblemNote problem={played.problem} />
      <Loaded asked={asked} problem={change.problem}>
        {(faults) => (
          <ol class="plain list" aria-label="In effect">
            {faults.length + playing.length === 0 && (
              <li class="muted">No fault is pending: this world answers as it should.</li>
            )}
            {faults.map((fault, index) => (
              <li key={`${index} ${JSON.stringify(fault)}`} class="card row">
                <bdi class="name">{faultText(fault)}</bdi>
                <Button
                  class="small"
                  onClick={() => void change.make('/faults', { method: 'PUT', body: faults.toSpliced(index, 1) })}
                >
                  Take back
                </Button>
              </li>
            ))}
            {playing.map(({ name, description }) => (
              <li key={name} class="card row">
                <span>
                  Scenario <strong>{name}</strong>: {description}
                </span>
                <Button class="small" onClick={() => void play(otherPlayingNames(scenarios, name))}>
                  End
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <NewFault
        onAdded={asked.reload}
        onExpire={() => void play(playingNames(scenarios, 'token-expires-at-request', 1))}
      />
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

interface NewFaultProps {
  readonly onAdded: () => Promise<void>
  /** Lets the token of the next request expire. */
  readonly onExpire: () => void
}

/** Tiles that add a fault by one click, and a form for any other. */
function NewFault({ onAdded, onExpire }: NewFaultProps): VNode {
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
  const day = useChange(undefined, 'A day has passed.')
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
          {operations.map((name) => (
            <option key={name} value={name} />
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

interface TileProps {
  readonly title: string
  readonly sentence: string
  readonly onClick: () => void
}

function Tile({ title, sentence, onClick }: TileProps): VNode {
  return (
    <Button class="tile" onClick={onClick}>
      <strong>{title}</strong>
      <span class="muted">{sentence}</span>
    </Button>
  )
}
