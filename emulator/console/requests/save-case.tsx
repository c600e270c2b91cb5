// The button that saves what the chosen world has seen as a case, which `emulator replay` opens.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { askFile, type Problem } from '../state/control.ts'
import { ProblemNote } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { saveFile } from '../kit/save-file.ts'

/** Saves the chosen world as a case, and says how to open it. */
export function SaveCase(): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const save = async () => {
    const world = consoleState.world.value
    const outcome = await askFile(consoleState, '/case', { query: { world } })
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const disposition = outcome.response.headers.get('content-disposition') ?? ''
    const name = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? `${world}.case.gz`
    saveFile(name, outcome.value)
    consoleState.said.value = `Saved ${name}. Open it with: npx @platform-data/emulator replay ${name}`
  }
  return (
    <>
      <button
        type="button"
        title="Saves what this world has seen; emulator replay opens it"
        onClick={() => void save()}
      >
        Save as case
      </button>
      <ProblemNote problem={problem} />
    </>
  )
}
