// What a view asked for: its answer, or why it has not come.
import type { ComponentChildren, VNode } from 'preact'
import type { Problem } from '../state/control.ts'
import type { Asked } from './use-control.ts'

/** The head of a view: its title, and what can be done with all of it. */
export function ViewHead({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}): VNode {
  return (
    <header class="view-head">
      <h1>{title}</h1>
      <div class="actions">{children}</div>
    </header>
  )
}

/** Shows why something did not work. */
export function ProblemNote({ problem }: { readonly problem: Problem | undefined }): VNode | null {
  if (!problem) return null
  return (
    <div class="problem" role="alert">
      <p>{problem.message}</p>
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

/** Says that an answer has not come yet, so that nothing is taken for empty. */
export function Waiting(): VNode {
  return <p class="muted waiting">Loading …</p>
}

interface LoadedProps<Value> {
  readonly asked: Asked<Value>
  /** Why a change was refused. */
  readonly problem?: Problem | undefined
  readonly children: (value: Value) => ComponentChildren
}

/** Shows an answer when it has come, that it is on its way, or why it does not come. */
export function Loaded<Value>({ asked, problem, children }: LoadedProps<Value>): VNode {
  return (
    <>
      <ProblemNote problem={asked.problem ?? problem} />
      {asked.value === undefined ? !asked.problem && <Waiting /> : children(asked.value)}
    </>
  )
}
