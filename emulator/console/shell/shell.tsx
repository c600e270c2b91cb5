// The frame of the console: navigation, the choice of the world, the question for the control token, and the view.
import type { VNode } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/buttons.tsx'
import { Field } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { cutText } from '../kit/text.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import type { ViewGroup } from '../views.ts'
import { ActiveChanges } from './active-changes.tsx'
import { Keys } from './keys.tsx'
import { KnownWorld, WorldChoice } from './world-choice.tsx'

/** The frame around a view. */
export function Shell({ groups }: { readonly groups: readonly ViewGroup[] }): VNode {
  const consoleState = useConsoleState()
  const views = groups.flatMap((group) => group.views)
  const { view: id } = consoleState.route.value
  const view = views.find((view) => view.id === id) ?? views[0]!
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // Before the next frame: a quick user must not lose the focus again.
  useLayoutEffect(() => {
    document.title = `${view.title} · Platform Data API emulator`
    // A screen reader continues at the beginning of the view; the first load of the page keeps its focus.
    if (!first.current) {
      main.current?.focus()
      consoleState.said.value = ''
    }
    first.current = false
  }, [view.id])
  useDroppedFiles()
  const skip = (event: Event) => {
    event.preventDefault()
    const list = main.current?.querySelector<HTMLElement>('[role=grid]')
    ;(list ?? main.current)?.focus()
  }
  const { component: Content } = view
  const [world, needsToken] = [consoleState.world.value, consoleState.needsToken.value]
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={consoleState.href(views[0]!.id)}>
          Emulator
        </a>
        {!needsToken && <ActiveChanges key={`${world} ${consoleState.token.value}`} />}
        <WorldChoice />
        {consoleState.waiting.value > 0 && (
          <p class="late" role="status">
            Loading …
          </p>
        )}
      </header>
      <Navigation groups={groups} current={view.id} />
      <main id="main" tabIndex={-1} ref={main}>
        {needsToken ? (
          <TokenDialog />
        ) : (
          <KnownWorld key={world}>
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

/** Opens a target file that is dropped anywhere on the page. */
function useDroppedFiles(): void {
  const consoleState = useConsoleState()
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
}

/** The time for which a message stays in sight, in milliseconds. */
const inSight = 4000

/** The message about the last action, also for screen readers. */
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

/** The views by group. On a narrow page, a button for each group shows its views in a row. */
function Navigation({ groups, current }: { readonly groups: readonly ViewGroup[]; readonly current: string }): VNode {
  const consoleState = useConsoleState()
  const home = groups.find(({ views }) => views.some(({ id }) => id === current))?.title
  const [opened, setOpened] = useState(home)
  useEffect(() => setOpened(home), [current])
  return (
    <nav class="nav" aria-label="Views">
      {groups.map(({ title, views }) => (
        <section key={title} class={title === opened ? 'opened' : ''} aria-label={title}>
          <Button aria-expanded={title === opened} onClick={() => setOpened(title)}>
            {title}
          </Button>
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

/**
 * Shows a view, or an error if it failed: an answer may have an unexpected form. The rest of the page keeps working.
 */
function Guarded({ children }: { readonly children: VNode }): VNode {
  const [error, forget] = useErrorBoundary()
  if (error === undefined) return children
  return (
    <section class="stack">
      <p class="problem" role="alert">
        This view failed: {cutText(error instanceof Error ? error.message : 'unknown', 300)}
      </p>
      <p>
        <Button onClick={forget}>Try again</Button>
      </p>
    </section>
  )
}

/** Asks for the control token, which is kept only in this tab. */
function TokenDialog(): VNode {
  const consoleState = useConsoleState()
  const input = useRef<HTMLInputElement>(null)
  // The answer says if a token would help: an emulator that listens on every address may have no token.
  const { problem } = useControl('/clock')
  const hasToken = consoleState.token.value !== ''
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        consoleState.useToken(input.current!.value.trim())
      }}
    >
      <h1>Control token</h1>
      <p>
        This emulator takes control requests with its control token alone, the one of <code>--control-token</code>. The
        console keeps it until this tab is closed.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Control token" fault={hasToken ? 'The emulator does not take this token.' : undefined}>
        <input ref={input} type="password" autocomplete="off" required spellcheck={false} />
      </Field>
      <button type="submit" class="primary">
        Go on
      </button>
    </form>
  )
}
