// The frame of the console: navigation, the choice of the world, the question for the control token, and the view.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ask, type ControlRequest, type Problem } from '../state/control.ts'
import { defaultWorld, toHash, useConsoleState } from '../state/console-state.ts'
import { cut, ProblemNote } from '../kit/components.tsx'
import { ActiveChanges } from './active-changes.tsx'
import { Keys } from './keys.tsx'
import { TokenDialog } from './token-dialog.tsx'
import type { ViewGroup } from '../views.ts'

/** The number of worlds that the list offers. Others are named by hand, or opened from the view of worlds. */
const mostWorlds = 500

/** The time after which the page says that it loads, in milliseconds. */
const late = 400

/** The frame around a view. */
export function Shell({ groups }: { readonly groups: readonly ViewGroup[] }): VNode {
  const consoleState = useConsoleState()
  const views = groups.flatMap((group) => group.views)
  const { view: id } = consoleState.route.value
  const view = views.find((view) => view.id === id) ?? views[0]!
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // Before the next frame: a person who goes on at once must not lose the focus again.
  useLayoutEffect(() => {
    document.title = `${view.title} · Platform Data API emulator`
    // A screen reader goes on where the view begins, but the page's own start is left alone.
    if (!first.current) main.current?.focus()
    first.current = false
  }, [view.id])
  const { component: Content } = view
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      over(event)
      void consoleState.openFile(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [])
  const skip = (event: Event) => {
    event.preventDefault()
    const list = main.current?.querySelector<HTMLElement>('[role=grid]')
    ;(list ?? main.current)?.focus()
  }
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={consoleState.href(views[0]!.id)}>
          Emulator
        </a>
        {!consoleState.needsToken.value && (
          <ActiveChanges key={`${consoleState.world.value} ${consoleState.token.value}`} />
        )}
        <WorldChoice />
        <Loading />
      </header>
      <Navigation groups={groups} current={view.id} />
      <main id="main" tabIndex={-1} ref={main}>
        {consoleState.needsToken.value ? (
          <TokenDialog />
        ) : (
          <KnownWorld key={consoleState.world.value}>
            <Guarded key={view.id}>
              <Content />
            </Guarded>
          </KnownWorld>
        )}
      </main>
      <Keys />
      <Said />
    </>
  )
}

/** The time for which a message stays in sight, in milliseconds. */
const inSight = 4000

/** The message about what was done last, to read and to hear. */
function Said(): VNode {
  const { said } = useConsoleState()
  const text = said.value
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => (said.value = ''), inSight)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="said" role="status">
      {text}
    </div>
  )
}

/** Says that an answer is late, as on a slow network. */
function Loading(): VNode | null {
  const isWaiting = useConsoleState().waiting.value > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setLate(false)
    const timer = setTimeout(() => setLate(true), late)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (!isLate) return null
  return (
    <p class="late" role="status">
      Loading …
    </p>
  )
}

/** The views by their groups. Where the page is narrow, a button for each group shows its views in a row. */
function Navigation({ groups, current }: { readonly groups: readonly ViewGroup[]; readonly current: string }): VNode {
  const consoleState = useConsoleState()
  const [opened, setOpened] = useState<string | undefined>(undefined)
  useEffect(() => setOpened(undefined), [current])
  const home = groups.find(({ views }) => views.some(({ id }) => id === current))?.title
  return (
    <nav class="nav" aria-label="Views">
      {groups.map(({ title, views }) => (
        <section key={title} class={title === (opened ?? home) ? 'opened' : ''} aria-label={title}>
          <button type="button" aria-expanded={title === (opened ?? home)} onClick={() => setOpened(title)}>
            {title}
          </button>
          <h2>{title}</h2>
          <ul>
            {views.map(({ id, title: name }) => (
              <li key={id}>
                <a href={consoleState.href(id)} aria-current={id === current ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Shows a view, or that it failed: an answer may hold what no view expects, and the rest of the page goes on. */
function Guarded({ children }: { readonly children: VNode }): VNode {
  const [error, forget] = useErrorBoundary()
  if (error === undefined) return children
  return (
    <section>
      <p class="problem" role="alert">
        This view failed: {cut(error instanceof Error ? error.message : 'unknown', 300)}
      </p>
      <p>
        <button type="button" onClick={forget}>
          Try again
        </button>
      </p>
    </section>
  )
}

/** Shows a view of the chosen world if there is such a world. To look at one makes none. */
function KnownWorld({ children }: { readonly children: VNode }): VNode | null {
  const consoleState = useConsoleState()
  const { world } = consoleState
  const name = world.value
  const found = useMemo(() => signal<true | Problem | undefined>(name === defaultWorld ? true : undefined), [])
  const path = `/worlds/${encodeURIComponent(name)}`
  const look = async (request: ControlRequest = {}) => {
    const outcome = await ask(consoleState, path, request)
    found.value = outcome.ok || outcome.problem.status === 401 || outcome.problem
  }
  useEffect(() => {
    if (found.value === undefined) void look()
  }, [])
  if (found.value === true) return children
  if (found.value === undefined) return <p class="muted waiting">Loading …</p>
  return (
    <section class="stack">
      <h1>No world {name}</h1>
      <ProblemNote problem={found.value} />
      {found.value.status === 404 && (
        <p>
          <button type="button" onClick={() => void look({ method: 'PUT' })}>
            Create it
          </button>{' '}
          <a href={toHash(consoleState.route.value.view, { world: defaultWorld })}>Show the world {defaultWorld}</a>
        </p>
      )}
    </section>
  )
}

/** The settings of the address that mean something in one world only: what is opened there. */
const ofOneWorld = new Set(['open', 'with', 'do', 'as', 'compare', 'new', 'page'])

/** The list of worlds. The chosen one is a part of the address, so that a reload keeps it. */
function WorldChoice(): VNode {
  const consoleState = useConsoleState()
  const worlds = useMemo(() => signal<readonly string[]>([]), [])
  const load = async () => {
    const outcome = await ask<readonly { readonly name: string }[]>(consoleState.everyWorld, '/worlds')
    if (outcome.ok) worlds.value = outcome.value.slice(0, mostWorlds).map(({ name }) => name)
  }
  useEffect(() => void load(), [consoleState.token.value])
  const goTo = (world: string) => {
    const { view, settings } = consoleState.route.value
    const kept = Object.fromEntries([...settings].filter(([name]) => !ofOneWorld.has(name)))
    consoleState.open(view, { ...kept, world })
  }
  const current = consoleState.world.value
  const names = [...new Set([defaultWorld, ...worlds.value, current])]
  return (
    <label class="world">
      <span>World</span>
      <select
        value={current}
        onFocus={() => void load()}
        onChange={(event) => goTo((event.currentTarget as HTMLSelectElement).value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
