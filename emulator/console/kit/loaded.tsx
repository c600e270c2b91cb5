// The state of a view's request: its answer, or why there is no answer yet.
import type { ComponentChildren, VNode } from 'preact'
import { useConsoleState } from '../state/console-state.ts'
import type { Problem } from '../state/control.ts'
import type { ControlQuery } from './use-control.ts'

interface ViewHeadProps {
  readonly title: string
  /** The level of the title; h2 within a view. */
  readonly heading?: 'h1' | 'h2'
  readonly children?: ComponentChildren
}

/** The head of a view: its title and its actions. */
export function ViewHead({ title, heading: Heading = 'h1', children }: ViewHeadProps): VNode {
  return (
    <header class="view-head">
      <Heading>{title}</Heading>
      <div class="actions">{children}</div>
    </header>
  )
}

/** The views that remove the cause of a refusal, by its code. */
const remedies: Readonly<Record<string, { readonly view: string; readonly text: string }>> = {
  deviation_active: { view: 'deviations', text: 'Deactivate it here' },
}

/** Shows why something did not work, with a link to the view that removes the cause. */
export function ProblemNote({ problem }: { readonly problem: Problem | undefined }): VNode | null {
  const consoleState = useConsoleState()
  if (!problem) return null
  const remedy = remedies[problem.code]
  return (
    <div class="problem" role="alert">
      <p>{problem.message}</p>
      {remedy && (
        <p>
          <a href={consoleState.href(remedy.view)}>{remedy.text}</a>
        </p>
      )}
      {problem.details.length > 0 && (
        <ul>
          {problem.details.map(({ at, message }) => (
            <li key={at}>
              <code>{at}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows that an answer is still loading, so that the view does not look empty. */
export function Waiting(): VNode {
  return <p class="muted waiting">Loading …</p>
}

interface LoadedProps<Value> {
  readonly asked: ControlQuery<Value>
  /** Why a change was refused. */
  readonly problem?: Problem | undefined
  readonly children: (value: Value) => ComponentChildren
}

/** Shows the answer, that it is loading, or why it failed. */
export function Loaded<Value>({ asked, problem, children }: LoadedProps<Value>): VNode {
  return (
    <>
      <ProblemNote problem={asked.problem ?? problem} />
      {asked.value === undefined ? !asked.problem && <Waiting /> : children(asked.value)}
    </>
  )
}
