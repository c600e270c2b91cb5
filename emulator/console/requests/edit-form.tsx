// Edit and send: a request is changed as a person likes.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../kit/buttons.tsx'
import { Field, Form, Select, type FormTexts, TextField, useForm } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { useChange } from '../kit/use-control.ts'
import { type Texts, useConsoleState } from '../state/console-state.ts'
import { escapeUnseen } from '../state/unseen.ts'
import { sentBodyText, isOmitted, queryString } from './curl.ts'
import type { OpenedRequest } from '../../journal/request-schemas.ts'

type Request = OpenedRequest['request']

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

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

function parseHeaderLines(text = ''): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[line[1]!.toLowerCase(), line[2]!] as const] : [])))
}

/** The changes to the original request, in the form of the control API. */
function requestChanges(first: Texts, form: FormTexts): Readonly<Record<string, unknown>> {
  const changed = ['method', 'path', 'body'].filter((name) => form.text(name) !== first[name])
  const [before, after] = [parseHeaderLines(first['headers']), parseHeaderLines(form.text('headers'))]
  const headers = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  return {
    ...Object.fromEntries(changed.map((name) => [name, form.text(name)])),
    ...(headers.length === 0
      ? {}
      : { headers: Object.fromEntries(headers.map((name) => [name, after.get(name) ?? null])) }),
  }
}

/** The texts of the form for a request. Edited texts stay until they are sent or discarded. */
export function useEditForm(request: Request): FormTexts {
  return useForm(`request ${request.index}`, initialTexts(request))
}

/** A form with the request. */
export function EditForm({ request }: { readonly request: Request }): VNode {
  const consoleState = useConsoleState()
  const index = String(request.index)
  const form = useEditForm(request)
  const again = useChange(undefined, '')
  const send = async () => {
    const body = requestChanges(initialTexts(request), form)
    const sent = await again.make<OpenedRequest>(`/requests/${index}/again`, { method: 'POST', body })
    if (sent) consoleState.go({ open: String(sent.value.request.index), do: undefined })
    return sent
  }
  // Focuses the body, or the path if there is no body, so that the user can write at once.
  const writing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    writing.current?.querySelector<HTMLElement>(request.body === null ? 'input' : '[data-body]')?.focus()
  }, [])
  return (
    <div ref={writing}>
      <Form label="Edit and send" form={form} class="stack" onSubmit={send}>
        <div class="request-edit">
          <Field label="Method">
            <Select
              value={form.text('method')}
              options={[...new Set([request.method, ...methods])]}
              onValue={(method) => form.write('method', method)}
            />
          </Field>
          <TextField of={form} name="path" label="Path" class="mono" />
        </div>
        <Field label="Headers">
          <textarea rows={4} spellcheck={false} {...form.field('headers')} />
        </Field>
        <Field label="Body">
          <textarea data-body rows={8} spellcheck={false} {...form.field('body')} />
        </Field>
        <p class="muted">
          A value that reads <code>&lt;redacted&gt;</code> is sent as it came.
        </p>
        <ProblemNote problem={again.problem} />
        <div class="actions">
          <button type="submit" class="primary">
            Send
          </button>
          <Button
            onClick={() => {
              form.forget()
              consoleState.go({ do: undefined })
            }}
          >
            Discard
          </Button>
        </div>
      </Form>
    </div>
  )
}
