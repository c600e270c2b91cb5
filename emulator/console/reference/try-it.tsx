// Sends a request of the reference to the emulated API in the chosen world.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { listedCredentialName } from '../credentials/credential-name.ts'
import { Code } from '../kit/code.tsx'
import { Field, Form, Select, TextField, useForm } from '../kit/form.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { documentedBody, type OpenApiDocument, type Operation, type PlacedOperation } from './document.ts'

interface TryItAnswer {
  readonly status: string
  readonly headers: string
  readonly body: string
}

/** The header that sends a credential. */
function toAuthorization({ kind, name, secret }: ListedCredential): string {
  if (kind === 'dsn') return `DSN ${secret}`
  const pair = kind === 'apiKey' ? `${secret}:` : `${name}:${secret}`
  return kind === 'apiKey' || kind === 'oauthClient' ? `Basic ${btoa(pair)}` : `Bearer ${secret}`
}

/**
 * A credential that an operation accepts. The security schemes of the document are named by the kinds of credentials.
 */
function usableCredential(
  usable: readonly ListedCredential[],
  { security = [] }: Operation,
): ListedCredential | undefined {
  const names = security.flatMap((scheme) => Object.keys(scheme))
  return usable.find(({ kind }) => names.includes(kind))
}

const longest = 100_000

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends a request, and shows its response. */
async function sendRequest(url: string, init: RequestInit): Promise<TryItAnswer> {
  const began = performance.now()
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', credentials: 'omit', cache: 'no-store' })
    const body = await response.text()
    const status = response.type === 'opaqueredirect' ? 'a redirect' : String(response.status)
    return {
      status: `${status} · ${Math.round(performance.now() - began)} ms`,
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: prettyJson(body.slice(0, longest)),
    }
  } catch (error) {
    return { status: `no answer: ${error instanceof Error ? error.message : String(error)}`, headers: '', body: '' }
  }
}

interface TryItProps {
  readonly document: OpenApiDocument
  readonly placed: PlacedOperation
}

/** A form for the parameters and the body of an operation, and the answer. */
export function TryIt({ document, placed }: TryItProps): VNode {
  const consoleState = useConsoleState()
  const { method, path, operation } = placed
  const { parameters = [], requestBody } = operation
  const asked = useControl<{ readonly data: readonly ListedCredential[] }>('/credentials')
  const usable = (asked.value?.data ?? []).filter(({ secret }) => secret !== null)
  const body = documentedBody(document, requestBody?.content)
  const [answer, setAnswer] = useState<TryItAnswer | undefined>(undefined)
  const form = useForm(`try ${operation.operationId}`, { credential: usableCredential(usable, operation)?.id ?? '' })
  const send = async () => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(form.text(`path ${name}`)))
    const query = parameters
      .filter(({ name, in: place }) => place === 'query' && form.text(`query ${name}`) !== '')
      .map(({ name }) => [name, form.text(`query ${name}`)])
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    const credential = usable.find(({ id }) => id === form.text('credential'))
    const text = form.text('body')
    const headers = {
      // The requests of this form do not count against a watched client.
      'x-emulator-unwatched': 'console',
      ...(credential ? { authorization: toAuthorization(credential) } : {}),
      ...(body && text !== '' ? { 'content-type': body.mediaType } : {}),
    }
    const init = { method, headers, ...(body && text !== '' ? { body: text } : {}) }
    setAnswer(await sendRequest(`${consoleState.apiBase}${filled}${search}`, init))
  }
  return (
    <Form label="Try it" form={form} onSubmit={send}>
      <h3>Try it</h3>
      <div class="filters">
        <Field label="Credential">
          <Select
            value={form.text('credential')}
            options={[
              ['', 'none'],
              ...usable.map((credential) => [credential.id, listedCredentialName(credential)] as const),
            ]}
            onValue={(id) => form.write('credential', id)}
          />
        </Field>
        {parameters.map(({ name, in: place, required = false }) => (
          <TextField
            key={`${place} ${name}`}
            of={form}
            name={`${place} ${name}`}
            label={name}
            required={required}
            size={18}
          />
        ))}
      </div>
      {body && (
        <Field label={`Body (${body.mediaType})`}>
          <textarea rows={4} spellcheck={false} {...form.field('body')} />
        </Field>
      )}
      <div class="actions">
        <button type="submit" class="primary">
          Send
        </button>
        <span class="muted">to the world {consoleState.world.value}</span>
      </div>
      {answer && (
        <section aria-label="Answer" role="status">
          <p>
            <strong>{answer.status}</strong>
          </p>
          {answer.body !== '' && <Code label="Body of the answer" value={answer.body} />}
          {answer.headers !== '' && <Code label="Headers of the answer" value={answer.headers} />}
        </section>
      )}
    </Form>
  )
}
