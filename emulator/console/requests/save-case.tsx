// The button that saves what the chosen world has seen as a case, which `emulator replay` opens.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Problem, problemOf, send } from '../control.ts'
import { ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { saveBlob } from '../save-text.ts'

/** Saves the chosen world as a case, and says how to open it. */
export function SaveCase(): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const save = async () => {
    const world = consoleState.world.value
    try {
      const response = await send(consoleState, '/case', { query: { world } })
      if (!response.ok) return setProblem(await problemOf(response))
      const disposition = response.headers.get('content-disposition') ?? ''
      const name = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? `${world}.case.gz`
      saveBlob(name, await response.blob())
      setProblem(undefined)
      consoleState.said.value = `Saved ${name}. Open it with: npx @platform-data/emulator replay ${name}`
    } catch {
      setProblem({ status: 0, code: 'unreachable', message: 'The emulator cannot be reached.', details: [] })
    }
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
