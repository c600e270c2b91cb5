// Edit and send: a request is changed as a person likes.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../kit/buttons.tsx'
import { Field, Form, TextField, type TextOf } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { useChange } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { escapeUnseen } from '../state/unseen.ts'
import { sentBodyText, isOmitted, queryString } from './curl.ts'
import type { OpenedRequest } from '../../journal/request-schemas.ts'

type Request = OpenedRequest['request']

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

type Texts = Readonly<Record<'method' | 'path' | 'headers' | 'body', string>>

/** The texts of the form before an edit. */
function initialTexts({ method, path, query, headers, body }: Request): Texts {
  const sent = Object.entries(headers).filter(([name]) => !isOmitted(name))
  const type = headers['content-type'] ?? ''
  const isJson = typeof body === 'object' && body !== null && !type.includes('x-www-form-urlencoded')
  return {
    method,
    path: `${path}${queryString({ query })}`,
    headers: sent.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: body === null ? '' : isJson ? escapeUnseen(JSON.stringify(body, null, 2)) : sentBodyText(body, type),
  }
}

function parseHeaderLines(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[line[1]!.toLowerCase(), line[2]!] as const] : [])))
}

/** The changes to the original request, in the form of the control API. */
function requestChanges(first: Texts, text: TextOf): Readonly<Record<string, unknown>> {
  const changed = (['method', 'path', 'body'] as const).filter((name) => text(name) !== first[name])
  const [before, after] = [parseHeaderLines(first.headers), parseHeaderLines(text('headers'))]
  const headers = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  return {
    ...Object.fromEntries(changed.map((name) => [name, text(name)])),
    ...(headers.length === 0
      ? {}
      : { headers: Object.fromEntries(headers.map((name) => [name, after.get(name) ?? null])) }),
  }
}

/** A form with the request. */
export function EditForm({ request }: { readonly request: Request }): VNode {
  const consoleState = useConsoleState()
  const index = String(request.index)
  const first = initialTexts(request)
  const again = useChange(undefined, '')
  const send = async (text: TextOf) => {
    const body = requestChanges(first, text)
    const sent = await again.make<OpenedRequest>(`/requests/${index}/again`, { method: 'POST', body })
    if (sent) consoleState.go({ open: String(sent.value.request.index), do: undefined })
    return sent
  }
  // Focuses the body, or the path if there is no body, so that the user can write at once.
  const writing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    writing.current?.querySelector<HTMLElement>(request.body === null ? 'input' : '[name=body]')?.focus()
  }, [])
  return (
    <div ref={writing}>
      <Form label="Edit and send" class="stack" onSubmit={send}>
        <div class="request-edit">
          <Field label="Method">
            <select name="method">
              {[...new Set([request.method, ...methods])].map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </Field>
          <TextField name="path" label="Path" value={first.path} class="mono" />
        </div>
        <Field label="Headers">
          <textarea name="headers" rows={4} spellcheck={false} defaultValue={first.headers} />
        </Field>
        <Field label="Body">
          <textarea name="body" rows={8} spellcheck={false} defaultValue={first.body} />
        </Field>
        <p class="muted">
          A value that reads <code>&lt;redacted&gt;</code> is sent as it came.
        </p>
        <ProblemNote problem={again.problem} />
        <div class="actions">
          <button type="submit" class="primary">
            Send
          </button>
          <Button onClick={() => consoleState.go({ do: undefined })}>Discard</Button>
        </div>
      </Form>
    </div>
  )
}
