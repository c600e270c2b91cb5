// Edit and send: a request is changed as a person likes, and its answer compared to the first.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Field, ProblemNote } from '../kit/components.tsx'
import { type ConsoleState, useConsoleState } from '../state/console-state.ts'
import { escapeUnseen } from '../state/unseen.ts'
import { bodyText, isOmitted, searchOf } from './curl.ts'
import type { RequestDetail } from './request-detail.ts'
import { useChange } from '../kit/use-control.ts'

/** The texts of the form. */
interface Edited {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

function textsOf({ method, path, query, headers, body }: RequestDetail['request']): Edited {
  const kept = Object.entries(headers).filter(([name]) => !isOmitted(name))
  const type = headers['content-type'] ?? ''
  const isJson = typeof body === 'object' && body !== null && !type.includes('x-www-form-urlencoded')
  return {
    method,
    path: `${path}${searchOf({ query })}`,
    headers: kept.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: body === null ? '' : isJson ? escapeUnseen(JSON.stringify(body, null, 2)) : bodyText(body, type),
  }
}

/** The changes to the request as it came, as the control API takes them. */
function changesOf(first: Edited, edited: Edited): Readonly<Record<string, unknown>> {
  const named = (text: string) =>
    new Map(
      text.split('\n').flatMap((line) => {
        const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
        return name === '' ? [] : [[name.toLowerCase(), value] as const]
      }),
    )
  const [before, after] = [named(first.headers), named(edited.headers)]
  const headers = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => [name, after.get(name) ?? null])
  return {
    ...(edited.method === first.method ? {} : { method: edited.method }),
    ...(edited.path === first.path ? {} : { path: edited.path }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(edited.body === first.body ? {} : { body: edited.body }),
  }
}

/** The place of what was written about a request. */
export function draftOf({ world }: ConsoleState, index: string): string {
  return `request ${world.value} ${index}`
}

/** A form with the request. What was written stays when something else is opened, until it is sent or discarded. */
export function EditForm({ request }: { readonly request: RequestDetail['request'] }): VNode {
  const consoleState = useConsoleState()
  const index = String(request.index)
  const key = draftOf(consoleState, index)
  const first = textsOf(request)
  const draft = consoleState.drafts.get(key)
  const [edited, setEdited] = useState<Edited>(draft === undefined ? first : (JSON.parse(draft) as Edited))
  const again = useChange(undefined, '')
  const change = (name: keyof Edited) => (event: Event) => {
    const next = { ...edited, [name]: (event.currentTarget as HTMLInputElement).value }
    setEdited(next)
    const text = JSON.stringify(next)
    consoleState.drafts.set(key, text === JSON.stringify(first) ? undefined : text)
  }
  const send = async () => {
    const body = changesOf(first, edited)
    const sent = await again.make<RequestDetail>(`/requests/${index}/again`, { method: 'POST', body })
    if (!sent) return
    consoleState.drafts.delete(key)
    consoleState.go({ open: String(sent.value.request.index), with: index, do: undefined })
  }
  const form = useRef<HTMLFormElement>(null)
  // Whoever opens the form wants to write: into the body where there is one, or else into the path.
  useEffect(() => {
    const name = request.body === null ? 'input' : 'textarea:not([rows="4"])'
    form.current?.querySelector<HTMLElement>(name)?.focus()
  }, [])
  return (
    <form
      ref={form}
      class="edit-form"
      aria-label="Edit and send"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div class="request-edit">
        <Field label="Method">
          <select value={edited.method} onChange={change('method')}>
            {[...new Set([first.method, ...methods])].map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
        </Field>
        <Field label="Path">
          <input class="mono" value={edited.path} spellcheck={false} onInput={change('path')} />
        </Field>
      </div>
      <Field label="Headers">
        <textarea rows={4} spellcheck={false} value={edited.headers} onInput={change('headers')} />
      </Field>
      <Field label="Body">
        <textarea rows={8} spellcheck={false} value={edited.body} onInput={change('body')} />
      </Field>
      <p class="muted">
        A value that reads <code>&lt;redacted&gt;</code> is sent as it came.
      </p>
      <ProblemNote problem={again.problem} />
      <div class="actions">
        <button type="submit" class="primary">
          Send
        </button>
        <button
          type="button"
          onClick={() => {
            consoleState.drafts.delete(key)
            setEdited(first)
            consoleState.go({ do: undefined })
          }}
        >
          Discard
        </button>
      </div>
    </form>
  )
}
