import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { useKeptText } from '../kept-form.ts'
import { useChange } from '../use-control.ts'

interface ForkFormProps {
  /** The label of the button. */
  readonly label: string
  /** The moment, for a screen reader. */
  readonly moment: string
  /** The name of the new world, to begin with. */
  readonly first: string
  /** The part of the control API that forks. */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** Goes to a moment of a world: a new world with the data, ids and time of then. */
export function ForkForm({ label, moment, first, path, body = {} }: ForkFormProps): VNode {
  const consoleState = useConsoleState()
  const [name, setName, sent] = useKeptText(`fork ${path} ${label}`, first)
  const [isForking, setForking] = useState(name !== first)
  const fork = useChange()
  const make = async () => {
    const made = await fork.make(path, { method: 'POST', body: { ...body, name } })
    if (!made) return
    sent()
    consoleState.open('data', { world: name })
  }
  if (!isForking)
    return (
      <button type="button" class="small" aria-label={`${label} ${moment}`} onClick={() => setForking(true)}>
        {label}
      </button>
    )
  return (
    <form
      class="actions"
      aria-label={`${label} ${moment}`}
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <label>
        <span class="muted">New world </span>
        <input value={name} required spellcheck={false} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" class="primary">
        Fork
      </button>
      <button
        type="button"
        onClick={() => {
          sent()
          setName(first)
          setForking(false)
        }}
      >
        Cancel
      </button>
      <ProblemNote problem={fork.problem} />
    </form>
  )
}

/** Goes to a request: the world as it was when it came, or when it was answered. */
export function RequestFork({ index, when }: { readonly index: number; readonly when: 'before' | 'after' }): VNode {
  return (
    <ForkForm
      label={`Fork ${when}`}
      moment={`request ${index}`}
      first={`${when}-${index}`}
      path={`/timeline/requests/${index}/fork`}
      body={{ when }}
    />
  )
}
