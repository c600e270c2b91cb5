import type { VNode } from 'preact'
import type { ListedScenario } from '../../control/scenarios.ts'
import { Button } from '../kit/buttons.tsx'
import { Check } from '../kit/form.tsx'
import { Groups, SearchField } from '../kit/lists.tsx'
import { ViewHead } from '../kit/loaded.tsx'
import { matchesSearch } from '../kit/text.tsx'
import { useConsoleState } from '../state/console-state.ts'

/** The name in the form of the control API, with the current number of the scenario. */
function scenarioName({ name, setting }: ListedScenario): string {
  return setting && setting.playing !== null && setting.playing !== setting.default
    ? `${name}=${setting.playing}`
    : name
}

/** The names of the scenarios that play, without one of them. */
function otherPlayingNames(all: readonly ListedScenario[], name: string): readonly string[] {
  return all.filter((scenario) => scenario.playing && scenario.name !== name).map(scenarioName)
}

/** The names of the playing scenarios, with one added. */
function playingNames(all: readonly ListedScenario[], name: string, number?: number): readonly string[] {
  return [...otherPlayingNames(all, name), number === undefined ? name : `${name}=${number}`]
}

interface ScenarioListProps {
  readonly all: readonly ListedScenario[]
  /** Plays the scenarios of these names, and ends all others. */
  readonly onPlay: (names: readonly string[]) => unknown
}

/** The scenarios of a world: situations that the specification allows and clients tend to overlook. */
export function ScenarioList({ all, onPlay }: ScenarioListProps): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search') ?? ''
  const playing = otherPlayingNames(all, '')
  const found = all.filter(({ name, group, description }) => matchesSearch(search, name, group, description))
  return (
    <>
      <ViewHead title="Scenarios" heading="h2">
        <SearchField />
        <Button disabled={playing.length === 0} onClick={() => void onPlay([])}>
          End all
        </Button>
      </ViewHead>
      <p class="muted" role="status">
        {playing.length === 0 ? 'No scenario plays in this world.' : `Playing: ${playing.join(', ')}.`} They keep to the
        specification, and trap clients that expect more than it says. {found.length} of {all.length} match.
      </p>
      <Groups things={found} groupOf={({ group }) => group} heading="h3">
        {(scenario) => <Scenario key={scenario.name} scenario={scenario} all={all} onPlay={onPlay} />}
      </Groups>
    </>
  )
}

interface ScenarioProps extends ScenarioListProps {
  readonly scenario: ListedScenario
}

function Scenario({ scenario, all, onPlay }: ScenarioProps): VNode {
  const { name, clause, description, setting, playing } = scenario
  const turn = () => onPlay(playing ? otherPlayingNames(all, name) : playingNames(all, name))
  return (
    <li class="card">
      <Check isOn={playing} onTurn={turn}>
        <strong>{name}</strong> {playing && <span class="badge warn">playing</span>}{' '}
        <span class="muted">clause {clause}</span>
      </Check>
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
            onChange={(event) => void onPlay(playingNames(all, name, Number(event.currentTarget.value)))}
          />
          <span class="muted">{setting.meaning}</span>
        </label>
      )}
    </li>
  )
}
