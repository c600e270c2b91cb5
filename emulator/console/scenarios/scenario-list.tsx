import type { VNode } from 'preact'
import type { ListedScenario } from '../../control/scenarios.ts'
import { SearchField } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { matches } from '../kit/matches.ts'
import { namesWith, namesWithout } from './playing.ts'

interface ScenarioListProps {
  readonly all: readonly ListedScenario[]
  /** Plays the scenarios of these names, and ends all others. */
  readonly onPlay: (names: readonly string[]) => void
}

/** The scenarios of a world: situations that the specification allows and clients tend to overlook. */
export function ScenarioList({ all, onPlay }: ScenarioListProps): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search') ?? ''
  const playing = namesWithout(all, '')
  const found = all.filter(({ name, group, description }) => matches(search, name, group, description))
  return (
    <>
      <header class="view-head">
        <h2>Scenarios</h2>
        <SearchField />
        <button type="button" disabled={playing.length === 0} onClick={() => onPlay([])}>
          End all
        </button>
      </header>
      <p class="muted" role="status">
        {playing.length === 0 ? 'No scenario plays in this world.' : `Playing: ${playing.join(', ')}.`} They keep to the
        specification, and trap clients that expect more than it says. {found.length} of {all.length} match.
      </p>
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, scenarios]) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul class="plain list">
            {scenarios.map((scenario) => (
              <li key={scenario.name} class="card">
                <Scenario
                  scenario={scenario}
                  onPlay={(number) => onPlay(namesWith(all, scenario.name, number))}
                  onEnd={() => onPlay(namesWithout(all, scenario.name))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface ScenarioProps {
  readonly scenario: ListedScenario
  readonly onPlay: (number?: number) => void
  readonly onEnd: () => void
}

function Scenario({ scenario, onPlay, onEnd }: ScenarioProps): VNode {
  const { name, clause, description, setting, playing } = scenario
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={playing} onChange={() => (playing ? onEnd() : onPlay())} />
        <strong>{name}</strong> {playing && <span class="badge warn">playing</span>}
        <span class="muted">clause {clause}</span>
      </label>
      <p class="under">{description}</p>
      {setting && (
        <label class="check under">
          <input
            key={setting.playing}
            type="number"
            min={1}
            max={setting.most}
            defaultValue={String(setting.playing ?? setting.default)}
            aria-label={`${name}: ${setting.meaning}`}
            onChange={(event) => onPlay(Number(event.currentTarget.value))}
          />
          <span class="muted">{setting.meaning}</span>
        </label>
      )}
    </>
  )
}
