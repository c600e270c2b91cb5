import type { ComponentChildren, VNode } from 'preact'
import { Code, Name } from '../kit/components.tsx'
import { credentialName, sentCredential } from '../credentials/credential-name.ts'
import { useConsoleState } from '../state/console-state.ts'
import type { RequestDetail } from './request-detail.ts'

/** The most that a line lists. */
const most = 20

/** The line that stays in sight: what was asked, and how it was answered. */
export function RequestTitle({ opened }: { readonly opened: RequestDetail }): VNode {
  const { request, response } = opened
  const { method, path, query, durationMs, mcp } = request
  // A saved journal has the status without the answer.
  const status = response?.status ?? request.status
  const search = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
  // MCP answers an error with 200.
  const isBad = status === null || status >= 500 || Boolean(mcp?.error)
  const tone = isBad ? 'bad' : status >= 400 ? 'warn' : 'good'
  return (
    <h2 class="request-line">
      <b class={tone}>{status ?? '–'}</b> {method}{' '}
      <Name text={search.length === 0 ? path : `${path}?${search.join('&')}`} />
      {durationMs !== null && <small class="muted"> {durationMs.toFixed(1)} ms</small>}
    </h2>
  )
}

/** Shows why a request was refused, then both of its sides. */
export function RequestDetails({ opened }: { readonly opened: RequestDetail }): VNode {
  const { request, response, unread } = opened
  const { query, body, headers } = request
  return (
    <>
      <Reason opened={opened} />
      {unread.length > 0 && <NothingRead unread={unread} />}
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
        <Facts opened={opened} />
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
  const entries = Object.entries(headers)
  return (
    <details>
      <summary>
        {entries.length} {entries.length === 1 ? 'header' : 'headers'}
      </summary>
      <dl class="facts headers">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Why a request had no success, with the sentence that it broke. */
function Reason({ opened }: { readonly opened: RequestDetail }): VNode | null {
  const { request, requirement } = opened
  const { refusal, fault, deviations = [], mcp } = request
  return (
    <>
      {refusal && (
        <div class="problem">
          <p>
            <strong>{refusal.code}</strong>: <Name text={refusal.message} />
          </p>
          {requirement && (
            <blockquote>
              “{requirement.statement}”
              <footer>
                The specification, clause {requirement.clause} · <code>{requirement.id}</code>
              </footer>
            </blockquote>
          )}
        </div>
      )}
      {mcp?.error && (
        <div class="problem">
          <p>
            <strong>{mcp.tool ?? mcp.method}</strong>: <Name text={mcp.error} />
          </p>
        </div>
      )}
      {fault && (
        <div class="notice">
          <p>A fault was applied instead of the right answer:</p>
          <Code label="Fault" value={fault} />
        </div>
      )}
      {deviations.length > 0 && (
        <p class="notice">
          Deviations were on: {deviations.join(', ')}. The client may have got another answer than this.
        </p>
      )}
    </>
  )
}

function NothingRead({ unread }: { readonly unread: RequestDetail['unread'] }): VNode {
  return (
    <div class="notice">
      <h3>Nothing read</h3>
      <ul class="plain">
        {unread.map(({ kind, name, nearest }) => (
          <li key={`${kind} ${name}`}>
            {kind} <Name text={name} />
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

/** A link to another request of the same world. */
function RequestLink({ index }: { readonly index: number }): VNode {
  const consoleState = useConsoleState()
  return <a href={consoleState.href('requests', { open: String(index) })}>#{index}</a>
}

function Facts({ opened: { request, related } }: { readonly opened: RequestDetail }): VNode {
  const { operation, credentials, credential, connection, at, overlapped = [], handedOut } = request
  const secrets = handedOut?.secrets ?? []
  return (
    <dl class="facts">
      {related.map(({ relation, index }) => (
        <Fact title={relations[relation]} key={relation}>
          <RequestLink index={index} />
        </Fact>
      ))}
      <Fact title="Operation">{operation ?? 'none: no endpoint has this path'}</Fact>
      <Fact title="Credential">{sentCredential(credential, credentials)}</Fact>
      {secrets.length > 0 && (
        <Fact title="Handed out">
          {cutList(
            secrets.map(
              ({ label, expiresAt }) => `${credentialName(label)}${expiresAt === null ? '' : ` until ${expiresAt}`}`,
            ),
          )}
        </Fact>
      )}
      {overlapped.length > 0 && (
        <Fact title="At the same time">
          {overlapped.slice(0, most).map((index) => (
            <span key={index}>
              <RequestLink index={index} />{' '}
            </span>
          ))}
          {overlapped.length > most && `and ${overlapped.length - most} more`}
        </Fact>
      )}
      {typeof connection === 'number' && <Fact title="Connection">{connection}</Fact>}
      <Fact title="Virtual time">{at}</Fact>
    </dl>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function cutList(texts: readonly string[]): string {
  const more = texts.length > most ? `, and ${texts.length - most} more` : ''
  return `${texts.slice(0, most).join(', ')}${more}`
}
