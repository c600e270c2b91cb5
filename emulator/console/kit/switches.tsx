// A list of switches, such as deviations: found by a text, in groups, those that are on first.
import type { ComponentChildren, VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { useConsoleState } from '../state/console-state.ts'
import { Button } from './buttons.tsx'
import { Check } from './form.tsx'
import { Groups, SearchField } from './lists.tsx'
import { Loaded, ViewHead } from './loaded.tsx'
import { matchesSearch } from './text.tsx'
import { useChange, useControl } from './use-control.ts'

/** One switch. */
export interface Switch {
  /** The name by which the control API turns it on. */
  readonly name: string
  readonly isOn: boolean
  readonly group: string
  readonly title: string
  /** The other texts that the search finds. */
  readonly texts: readonly string[]
  /** @param play Turns it on by another name. */
  readonly about: (play: (name: string) => unknown) => ComponentChildren
}

interface SwitchesProps<Item> {
  readonly title: string
  readonly heading?: 'h1' | 'h2'
  /** The endpoint that lists all, and takes the names of those that are on. */
  readonly path: string
  /** The label of the button that turns all off. */
  readonly clear: string
  /** Describes the state, by the names of those that are on. */
  readonly state: (names: readonly string[]) => string
  readonly toSwitch: (item: Item) => Switch
}

/** Shows and turns the switches of an endpoint. */
export function Switches<Item>(props: SwitchesProps<Item>): VNode {
  const { title, heading = 'h1', path, clear, state, toSwitch } = props
  const search = useConsoleState().route.value.settings.get('search') ?? ''
  const asked = useControl<readonly Item[]>(path)
  const change = useChange(asked.reload)
  const set = (names: readonly string[]) => change.make(path, { method: 'PUT', body: names })
  const all = (asked.value ?? []).map(toSwitch)
  const turned = useRef<string | undefined>(undefined)
  /** A switch that is turned moves to another group, and keeps the focus. */
  const keepFocus = (item: HTMLElement | null, name: string) => {
    if (!item || turned.current !== name || item.contains(document.activeElement)) return
    turned.current = undefined
    if (document.activeElement === document.body) item.querySelector('input')!.focus()
  }
  const names = all.filter(({ isOn }) => isOn).map(({ name }) => name)
  const found = all
    .filter((each) => matchesSearch(search, each.group, each.title, ...each.texts))
    .toSorted((left, right) => Number(right.isOn) - Number(left.isOn))
  return (
    <>
      <ViewHead title={title} heading={heading}>
        <SearchField />
        <Button disabled={names.length === 0} onClick={() => void set([])}>
          {clear}
        </Button>
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {() => (
          <>
            <p class="muted" role="status">
              {state(names)} {found.length} of {all.length} match.
            </p>
            <Groups
              things={found}
              groupOf={({ isOn, group }) => (isOn ? 'Active' : group)}
              heading={heading === 'h1' ? 'h2' : 'h3'}
            >
              {({ name, title: text, isOn, about }) => {
                const others = names.filter((other) => other !== name)
                const turn = () => {
                  turned.current = name
                  return set(isOn ? others : [...others, name])
                }
                return (
                  <li class="card" key={text} ref={(item) => keepFocus(item, name)}>
                    <Check isOn={isOn} onTurn={turn}>
                      <strong>{text}</strong> {isOn && <span class="badge warn">active</span>}
                    </Check>
                    {about((other) => set([...others, other]))}
                  </li>
                )
              }}
            </Groups>
          </>
        )}
      </Loaded>
    </>
  )
}
