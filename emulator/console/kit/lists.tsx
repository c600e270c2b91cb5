// Lists: facts, and things in groups, found by a text.
import type { ComponentChildren, VNode } from 'preact'
import { useConsoleState } from '../state/console-state.ts'
import { Field } from './form.tsx'

/** A name and its description. */
export type Fact = readonly [name: ComponentChildren, fact: ComponentChildren]

/** A list of facts. */
export function Facts({ facts, label }: { readonly facts: readonly Fact[]; readonly label?: string }): VNode | null {
  if (facts.length === 0) return null
  return (
    <dl class="facts" aria-label={label}>
      {facts.map(([name, fact], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

interface GroupsProps<Thing> {
  readonly things: readonly Thing[]
  readonly groupOf: (thing: Thing) => string
  /** The level of the headings. */
  readonly heading?: 'h2' | 'h3'
  readonly class?: string
  /** Renders an item of the list. */
  readonly children: (thing: Thing) => VNode
}

/** Things under the headings of their groups. */
export function Groups<Thing>(props: GroupsProps<Thing>): VNode {
  const { things, groupOf, heading: Heading = 'h2', class: classes = 'list', children } = props
  return (
    <>
      {[...Map.groupBy(things, groupOf)].map(([title, group]) => (
        <section key={title} aria-label={title}>
          <Heading>{title}</Heading>
          <ul class={`plain ${classes}`}>{group.map(children)}</ul>
        </section>
      ))}
    </>
  )
}

/** A field that finds by a text, which the address keeps. */
export function SearchField(): VNode {
  const consoleState = useConsoleState()
  return (
    <Field label="Find">
      <input
        type="search"
        value={consoleState.route.value.settings.get('search') ?? ''}
        spellcheck={false}
        onInput={(event) => consoleState.set({ search: event.currentTarget.value })}
      />
    </Field>
  )
}
