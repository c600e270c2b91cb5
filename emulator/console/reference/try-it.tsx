// Sends a request of the reference to the emulated API in the chosen world.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { credentialName, kinds } from '../credentials/credential-name.ts'
import { Code, Field } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useKeptForm } from '../kit/kept-form.ts'
import { useControl } from '../kit/use-control.ts'
import { bodyOf, type OpenApiDocument, type Operation, type PlacedOperation } from './document.ts'

interface TryItAnswer {
  readonly status: string
  readonly headers: string
  readonly body: string
}

/** The header that sends a credential. */
function authorizationOf({ kind, name, secret }: Pick<ListedCredential, 'kind' | 'name' | 'secret'>): string {
  if (kind === 'dsn') return `DSN ${secret}`
  const pair = kind === 'apiKey' ? `${secret}:` : `${name}:${secret}`
  return kind === 'apiKey' || kind === 'oauthClient' ? `Basic ${btoa(pair)}` : `Bearer ${secret}`
}

const longest = 100_000

/** A form for the parameters and the body of an operation, and the answer. */
export function TryIt({
  document,
  placed,
}: {
  readonly document: OpenApiDocument
  readonly placed: PlacedOperation
}): VNode {
  const consoleState = useConsoleState()
  const { method, path, operation } = placed
  const asked = useControl<{ readonly data: readonly ListedCredential[] }>('/credentials')
  const usable = (asked.value?.data ?? []).filter(({ secret }) => secret !== null)
  const body = bodyOf(document, operation.requestBody?.content)
  const [answer, setAnswer] = useState<TryItAnswer | undefined>(undefined)
  const parameters = operation.parameters ?? []
  const { ref, onInput } = useKeptForm(`try ${operation.operationId}`)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const credentialId = chosen ?? firstOf(usable, operation)?.id ?? ''

  const run = async (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '')
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(text(`path ${name}`)))
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && text(`query ${parameter.name}`) !== '')
      .map(({ name }) => [name, text(`query ${name}`)])
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    const credential = usable.find(({ id }) => id === credentialId)
    const began = performance.now()
    try {
      const response = await fetch(`${consoleState.apiBase}${filled}${search}`, {
        method,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        headers: {
          // A watched client is not blamed for what this form sends.
          'x-emulator-unwatched': 'console',
          ...(credential ? { authorization: authorizationOf(credential) } : {}),
          ...(body && text('body') !== '' ? { 'content-type': body.mediaType } : {}),
        },
        ...(body && text('body') !== '' ? { body: text('body') } : {}),
      })
      const received = await response.text()
      const took = `${Math.round(performance.now() - began)} ms`
      setAnswer({
        status: response.type === 'opaqueredirect' ? `a redirect · ${took}` : `${response.status} · ${took}`,
        headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: pretty(received.slice(0, longest)),
      })
    } catch (error) {
      setAnswer({
        status: `no answer: ${error instanceof Error ? error.message : String(error)}`,
        headers: '',
        body: '',
      })
    }
  }
  return (
    <form
      ref={ref}
      onInput={onInput}
      class="card"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault()
        void run(new FormData(event.currentTarget))
      }}
    >
      <h3>Try it</h3>
      <div class="filters">
        <Field label="Credential">
          <select value={credentialId} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">none</option>
            {usable.map(({ id, kind, label }) => (
              <option key={id} value={id}>
                {label === null ? (kinds[kind] ?? kind) : credentialName(label)}
              </option>
            ))}
          </select>
        </Field>
        {parameters.map(({ name, in: place, required }) => (
          <Field key={`${place} ${name}`} label={name}>
            <input name={`${place} ${name}`} required={required ?? false} size={18} spellcheck={false} />
          </Field>
        ))}
      </div>
      {body && (
        <Field label={`Body (${body.mediaType})`}>
          <textarea name="body" rows={4} spellcheck={false} />
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
    </form>
  )
}

/** A credential that an operation takes. The security schemes of the document are named by the kinds of credentials. */
function firstOf(usable: readonly ListedCredential[], { security = [] }: Operation): ListedCredential | undefined {
  const names = security.flatMap((scheme) => Object.keys(scheme))
  return usable.find(({ kind }) => names.includes(kind))
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
