import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ProblemNote } from '../components.tsx'
import { ask, type Problem, problemOf, send } from '../control.ts'
import { useConsoleState } from '../console-state.ts'

/** A format of reports, as the control API lists it. */
interface Format {
  readonly name: string
  readonly title: string
  readonly file: string
}

interface ReportsProps {
  /** The endpoint that the report is of, such as `/conformance`. */
  readonly path: string
  /** The name of a saved file, without its end. */
  readonly name: string
}

/** Opens and saves reports. A link could not send the control token. */
export function Reports({ path, name }: ReportsProps): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [formats, setFormats] = useState<readonly Format[]>([])
  useEffect(() => {
    void ask<readonly Format[]>(consoleState, '/report-formats').then((listed) => listed.ok && setFormats(listed.value))
  }, [consoleState])
  const save = async (format: Format) => {
    const response = await send(consoleState, `${path}/report`, { query: { format: format.name } })
    if (!response.ok) return setProblem(await problemOf(response))
    setProblem(undefined)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = `${name}${format.file.slice(format.file.lastIndexOf('.'))}`
    link.click()
    URL.revokeObjectURL(link.href)
    consoleState.said.value = `Saved ${link.download}.`
  }
  return (
    <div class="actions" role="group" aria-label="Reports">
      {consoleState.token.value === '' && (
        <a
          class="button small"
          href={`${consoleState.apiBase}/_emulator${path}/report`}
          target="_blank"
          rel="noreferrer"
        >
          Open the HTML report
        </a>
      )}
      {formats.map((format) => (
        <button key={format.name} type="button" class="small" title={format.title} onClick={() => void save(format)}>
          Save {format.name}
        </button>
      ))}
      <ProblemNote problem={problem} />
    </div>
  )
}
