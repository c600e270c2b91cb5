import type { VNode } from 'preact'
import { send } from '../control.ts'
import { useSession } from '../session.ts'

const formats = { html: 'html', json: 'json', junit: 'xml', markdown: 'md', badge: 'svg' } as const

interface ReportsProps {
  /** The endpoint that the report is of, such as `/conformance`. */
  readonly path: string
  /** The name of a saved file, without its end. */
  readonly name: string
}

/** Opens and saves reports. A link could not send the control token. */
export function Reports({ path, name }: ReportsProps): VNode {
  const session = useSession()
  const save = async (format: keyof typeof formats) => {
    const response = await send(session, `${path}/report`, { query: { format } })
    if (!response.ok) return void (session.said.value = 'There is no report yet.')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = `${name}.${formats[format]}`
    link.click()
    URL.revokeObjectURL(link.href)
    session.said.value = `Saved ${link.download}.`
  }
  return (
    <div class="actions" role="group" aria-label="Reports">
      {session.token.value === '' && (
        <a class="button" href={`${session.apiBase}/_emulator${path}/report`} target="_blank" rel="noreferrer">
          Open the HTML report
        </a>
      )}
      {(Object.keys(formats) as readonly (keyof typeof formats)[]).map((format) => (
        <button key={format} type="button" onClick={() => void save(format)}>
          Save {format}
        </button>
      ))}
    </div>
  )
}
