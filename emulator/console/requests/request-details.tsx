import type { ComponentChildren, VNode } from 'preact'
import { AddToFixtures } from '../fixtures/add-to-fixtures.tsx'
import { Code, CopyButton, Name } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { toCurl } from './curl.ts'
import type { RequestDetail } from './request-detail.ts'

/** The most that a line lists. */
const most = 20

function listOf(texts: readonly string[]): string {
  const more = texts.length > most ? `, and ${texts.length - most} more` : ''
  return `${texts.slice(0, most).join(', ')}${more}`
}

/** Shows both sides of a request. */
export function RequestDetails({
  opened,
  children,
}: {
  readonly opened: RequestDetail
  readonly children?: ComponentChildren
}): VNode {
  const consoleState = useConsoleState()
  const { request, response, unread, requirement } = opened
  const { method, path, operation, refusal, credentials, credential, connection, at, durationMs } = request
  const { overlapped = [], handedOut } = request
  const curl = toCurl(request, consoleState.apiUrl)
  return (
    <>
      <h2>
        {method} <Name text={path} />
      </h2>
      {refusal && (
        <div class="problem">
          <p>
            <strong>{refusal.code}</strong>: <Name text={refusal.message} />
          </p>
          {requirement && (
            <p>
              The specification, clause {requirement.clause}: “{requirement.statement}” <code>{requirement.id}</code>
            </p>
          )}
        </div>
      )}
      {unread.length > 0 && (
        <div class="card">
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
      )}
      <dl class="facts">
        <dt>Operation</dt>
        <dd>{operation ?? 'none: no endpoint has this path'}</dd>
        <dt>Answer</dt>
        <dd>{response ? `${response.status} after ${durationMs} ms` : 'none'}</dd>
        {(request.deviations ?? []).length > 0 && (
          <>
            <dt>Deviations</dt>
            <dd>{request.deviations.join(', ')}: the client may have got another answer</dd>
          </>
        )}
        <dt>Credentials</dt>
        <dd>{credential ?? credentials}</dd>
        {typeof connection === 'number' && (
          <>
            <dt>Connection</dt>
            <dd>{connection}</dd>
          </>
        )}
        {overlapped.length > 0 && (
          <>
            <dt>At the same time</dt>
            <dd>{listOf(overlapped.map((index) => `#${index}`))}</dd>
          </>
        )}
        {handedOut && handedOut.secrets.length > 0 && (
          <>
            <dt>Handed out</dt>
            <dd>
              {listOf(
                handedOut.secrets.map(({ label, expiresAt }) =>
                  expiresAt === null ? label : `${label} until ${expiresAt}`,
                ),
              )}
            </dd>
          </>
        )}
        <dt>Virtual time</dt>
        <dd>{at}</dd>
      </dl>
      <div class="actions">
        <CopyButton text={curl} label="Copy as curl" />
        <AddToFixtures value={response?.body} />
      </div>
      {children}
      <h3>Request</h3>
      {Object.keys(request.query).length > 0 && <Code label="Query" value={request.query} />}
      <Code label="Request headers" value={request.headers} />
      {request.body !== null && <Code label="Request body" value={request.body} />}
      <h3>Response</h3>
      {response?.headers && <Code label="Response headers" value={response.headers} />}
      {response && response.body !== null && <Code label="Response body" value={response.body} />}
    </>
  )
}
