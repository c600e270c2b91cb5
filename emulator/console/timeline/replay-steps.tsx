// Moves the worlds of a case along its requests, where `emulator replay` serves them.
import type { VNode } from 'preact'
import { counted, ProblemNote } from '../components.tsx'
import { useControl, useChange } from '../use-control.ts'

interface ReplayStepsProps {
  readonly onMoved: () => Promise<void>
}

/** The steps of a replay; nothing for an emulator that replays no case. */
export function ReplaySteps({ onMoved }: ReplayStepsProps): VNode | null {
  const root = useControl<{ readonly endpoints: readonly { readonly path: string }[] }>('/')
  const isReplay = root.value?.endpoints.some(({ path }) => path === '/_emulator/replay') ?? false
  return isReplay ? <Steps onMoved={onMoved} /> : null
}

function Steps({ onMoved }: ReplayStepsProps): VNode | null {
  const asked = useControl<{ readonly at: number; readonly requests: number; readonly anew: readonly string[] }>(
    '/replay',
  )
  const change = useChange(async () => {
    await asked.reload()
    await onMoved()
  })
  if (!asked.value) return <ProblemNote problem={asked.problem} />
  const { at, requests, anew } = asked.value
  const move = (to: number) => void change.make('/replay', { method: 'PUT', body: { at: to } })
  return (
    <div class="filters" role="group" aria-label="Replay">
      <button type="button" disabled={at === 0} onClick={() => move(at - 1)}>
        Step back
      </button>
      <button type="button" disabled={at === requests} onClick={() => move(at + 1)}>
        Step forth
      </button>
      <p role="status">
        {at === 0
          ? `The worlds are as they were before the first of ${counted(requests, 'request')}.`
          : `The worlds are as they were after request ${at} of ${requests}.`}
        {anew.map((sentence) => ` ${sentence}.`)}
      </p>
      <ProblemNote problem={asked.problem ?? change.problem} />
    </div>
  )
}
