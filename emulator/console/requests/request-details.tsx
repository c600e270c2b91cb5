import type { ComponentChildren, VNode } from 'preact'
import { sentCredential } from '../credentials/credential-name.ts'
import { Code } from '../kit/code.tsx'
import { type Fact, Facts } from '../kit/lists.tsx'
import { countNoun, Name } from '../kit/text.tsx'
import { useControl } from '../kit/use-control.ts'
import type { Sentence } from '../reference/operation-details.tsx'
import { useConsoleState } from '../state/console-state.ts'
import type { OpenedRequest } from '../../journal/request-schemas.ts'

/** The line that stays visible: the request, and the outcome. */
export function RequestTitle({ opened: { request, response } }: { readonly opened: OpenedRequest }): VNode {
  const { method, path, query, durationMs, mcp } = request
  // A saved journal has the status without the answer.
  const status = response?.status ?? request.status
  const search = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
  // MCP answers an error with 200.
  const isBad = status === null || status >= 500 || Boolean(mcp?.error)
  return (
    <h2 class="request-line">
      <b class={isBad ? 'bad' : status >= 400 ? 'warn' : 'good'}>{status ?? '–'}</b> {method}{' '}
      <Name text={search.length === 0 ? path : `${path}?${search.join('&')}`} />
      {durationMs !== null && <small class="muted"> {durationMs.toFixed(1)} ms</small>}
    </h2>
  )
}

/** Shows why a request was refused, then both of its sides. */
export function RequestDetails({ opened }: { readonly opened: OpenedRequest }): VNode {
  const { request, response, unread } = opened
  const { query, body, headers } = request
  return (
    <>
      <Reason opened={opened} />
      {unread.length > 0 && <IgnoredParts unread={unread} />}
      {response && (
        <Part title="Response">
          {response.body !== null && <Code label="Response body" short="Body" value={response.body} />}
          {response.headers && <Headers headers={response.headers} />}
          {response.body === null && <p class="muted">It has no body.</p>}
        </Part>
      )}
      <Part title="Request">
        {Object.keys(query).length > 0 && <Code label="Query" value={query} />}
        {body !== null && <Code label="Request body" short="Body" value={body} />}
        <Headers headers={headers} />
      </Part>
      <Part title="Related">
        <Facts facts={useRelated(opened)} />
      </Part>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }): VNode {
  const facts = Object.entries(headers).map(([name, value]) => [<bdi>{name}</bdi>, <bdi>{value}</bdi>] as const)
  return (
    <details>
      <summary>{countNoun(facts.length, 'header')}</summary>
      <div class="mono">
        <Facts facts={facts} />
      </div>
    </details>
  )
}

/** The sentence of the specification that a request broke. Known only if the kit is installed. */
function Cited({ requirement }: { readonly requirement: string }): VNode {
  const [sentence] = useControl<readonly Sentence[]>('/requirements', { id: requirement }).value ?? []
  return (
    <blockquote>
      {sentence && `“${sentence.statement}”`}
      <footer>
        The specification{sentence && `, clause ${sentence.clause}`} · <code>{requirement}</code>
      </footer>
    </blockquote>
  )
}

/** The reason of a failed request, with the sentence of the specification that it violated. */
function Reason({ opened: { request } }: { readonly opened: OpenedRequest }): VNode {
  const { refusal, fault, deviations = [], mcp } = request
  return (
    <>
      {refusal && (
        <div class="problem">
          <p>
            <strong>{refusal.code}</strong>: <Name text={refusal.message} />
          </p>
          {refusal.requirement && <Cited requirement={refusal.requirement} />}
        </div>
      )}
      {mcp?.error && (
        <p class="problem">
          <strong>{mcp.tool ?? mcp.method}</strong>: <Name text={mcp.error} />
        </p>
      )}
      {fault && (
        <div class="notice">
          <p>A fault was applied instead of the right answer:</p>
          <Code label="Fault" value={fault} />
        </div>
      )}
      {deviations.length > 0 && (
        <p class="notice">
          Deviations were on: {deviations.join(', ')}. The client may have received a different answer.
        </p>
      )}
    </>
  )
}

function IgnoredParts({ unread }: { readonly unread: OpenedRequest['unread'] }): VNode {
  return (
    <div class="notice">
      <ul class="plain">
        {unread.map(({ kind, name, nearest }) => (
          <li key={`${kind} ${name}`}>
            Ignored: {kind} <Name text={name} />
            {nearest !== null && (
              <>
                . Did you mean <code>{nearest}</code>?
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const relations = {
  token: 'Its token came from',
  page: 'The page before',
  original: 'Sent again from',
} as const

/** The requests that explain this one, its operation, its credential and its time. */
function useRelated({ request, related }: OpenedRequest): readonly Fact[] {
  const consoleState = useConsoleState()
  const { operation, credentials, credential, at } = request
  const link = (index: number) => <a href={consoleState.href('requests', { open: String(index) })}>#{index}</a>
  return [
    ...related.map(({ relation, index }): Fact => [relations[relation], link(index)]),
    ['Operation', operation ?? 'none: no endpoint has this path'],
    ['Credential', sentCredential(credential, credentials)],
    ['Virtual time', at],
  ]
}
