// The part of the header that lists active changes with links to their views, and undoes them.
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { State } from '../../control/state.ts'
import { Button, SureButton } from '../kit/buttons.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { countNoun, durationText } from '../kit/text.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useChange, useControl } from '../kit/use-control.ts'

/** The polling interval, in milliseconds: other clients may change the emulator, and faults are used up. */
const often = 2000

/** One change since the start. */
interface ActiveChange {
  readonly view: string
  readonly text: string
  /** The names of the counted changes. */
  readonly names: string
}

/** The changes of a world in words. */
function activeChanges({ clock, faults, scenarios, deviations, conventions }: State): readonly ActiveChange[] {
  const { frozen, startedFrozen, aheadSeconds, now } = clock
  const time = [
    ...(aheadSeconds === 0 ? [] : [`${durationText(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead' : 'behind'}`]),
    ...(frozen === startedFrozen ? [] : [frozen ? 'stopped' : 'running']),
  ]
  const named = (view: string, thing: string, names: readonly string[]): readonly ActiveChange[] =>
    names.length === 0 ? [] : [{ view, text: countNoun(names.length, thing), names: names.join(', ') }]
  return [
    ...(time.length === 0 ? [] : [{ view: 'clock', text: `Clock ${time.join(', ')}`, names: now }]),
    ...(faults === 0 ? [] : [{ view: 'faults', text: `${countNoun(faults, 'fault')} pending`, names: '' }]),
    ...named('faults', 'scenario', scenarios),
    ...named('deviations', 'deviation', deviations),
    ...named(
      'conventions',
      'convention',
      conventions.map(({ name }) => name),
    ),
  ]
}

/** Shows the changes of the chosen world; nothing if there are none. */
export function ActiveChanges(): VNode | null {
  const consoleState = useConsoleState()
  const asked = useControl<State>('/state', {}, () => often)
  const change = useChange(asked.reload, '')
  const changes = consoleState.changes.value
  useEffect(() => {
    if (changes > 0) void asked.reload()
  }, [changes])
  const state = asked.value
  if (!state || state.isNormal) return null
  const changed = activeChanges(state)
  const hasMoved = state.clock.aheadSeconds !== 0
  const isOnlyTime = changed.length === 1 && state.clock.frozen === state.clock.startedFrozen && hasMoved
  const restore = async () => {
    if (!(await change.make('/state', { method: 'DELETE' }))) return
    consoleState.said.value = hasMoved
      ? 'The data and the time stay, and expired tokens stay expired. Reset the world sets them back.'
      : 'Back to normal. The data stay as they are.'
  }
  return (
    <div class="changed" role="group" aria-label="Changes in effect">
      <ul class="plain pills">
        {changed.map(({ view, text, names }) => (
          <li key={text}>
            <a class="badge warn" href={consoleState.href(view)} title={names}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      <ProblemNote problem={change.problem} />
      {isOnlyTime ? (
        <SureButton
          label="Reset the world"
          sure="Reset the clock and all data"
          onSure={() => change.make('/reset', { method: 'POST' })}
        />
      ) : (
        <Button
          class="small"
          title="Ends faults, scenarios and deviations, and resets the conventions. The data and the time stay."
          onClick={() => void restore()}
        >
          Back to normal{hasMoved && ', except the time'}
        </Button>
      )}
    </div>
  )
}
