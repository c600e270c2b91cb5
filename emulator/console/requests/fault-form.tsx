// "Answer the next one with": the next request to the same operation gets another answer, by one click.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type FaultTile, tileGroups } from '../faults/fault-tiles.ts'
import { Button } from '../kit/buttons.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { useChange } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'

/** Adds a fault for the next request to an operation. */
export function FaultForm({ operation }: { readonly operation: string }): VNode {
  const consoleState = useConsoleState()
  const change = useChange(undefined, '')
  const [done, setDone] = useState('')
  const add = async ({ sentence, fault }: FaultTile) => {
    const isAdded = await change.make('/faults', { method: 'POST', body: { operation, ...fault, times: 1 } })
    setDone(isAdded ? `The next request to ${operation} in this world gets this: ${sentence}` : '')
  }
  const tiles = Object.values(tileGroups).flat()
  const buttons = tiles.map((tile) => (
    <Button
      class="small"
      key={tile.short}
      data-key={tile === tiles[0] ? 'f' : undefined}
      title={tile.sentence}
      onClick={() => void add(tile)}
    >
      {tile.short}
    </Button>
  ))
  return (
    <>
      <div class="actions" role="group" aria-label="Answer the next one with">
        <small class="muted">Answer the next one with</small>
        {buttons}
        <a href={consoleState.href('faults', { operation })}>all faults</a>
      </div>
      <ProblemNote problem={change.problem} />
      <p role="status" class="muted done">
        {done}
      </p>
    </>
  )
}
