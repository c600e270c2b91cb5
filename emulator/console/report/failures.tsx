// The failures, first of all: the broken sentence, what was expected and came, the cause, evidence and script.
import type { VNode } from 'preact'
import { Code, counted, cut } from '../components.tsx'
import type { Evidence } from '../evidence.ts'
import type { CheckEntry, Failure, FailuresSection } from './document.ts'

/** The most failures that are drawn at once. */
const most = 100

/** The failures of one kind; nothing where there are none. */
export function Failures({ section }: { readonly section: FailuresSection }): VNode | null {
  const { heading, failures, tone, anchor } = section
  if (failures.length === 0) return null
  return (
    <section class="list" aria-label={heading}>
      <h2>
        {heading} <span class="muted">{failures.length}</span>
      </h2>
      {failures.slice(0, most).map((failure) => (
        <article key={`${anchor} ${failure.id}`} class={`failure ${tone === 'bad' ? '' : 'open'}`}>
          <FailureText failure={failure} />
        </article>
      ))}
      {failures.length > most && <p class="muted">The HTML report has the other {failures.length - most}.</p>}
    </section>
  )
}

function FailureText({ failure }: { readonly failure: Failure }): VNode {
  const { requirement, statement, note, advice, waiting = [], checks, same = [] } = failure
  return (
    <>
      <h3>{statement}</h3>
      <p class="muted">
        <code>{requirement}</code>, {note}
      </p>
      {checks.map((check) => (
        <Check key={check.check} entry={check} isNamed={checks.length === 1} />
      ))}
      {advice && (
        <dl class="facts">
          <dt>Usually</dt>
          <dd>{advice.cause}</dd>
          <dt>To do</dt>
          <dd>{advice.remedy}</dd>
        </dl>
      )}
      {same.length > 0 && (
        <details>
          <summary>It also breaks {counted(same.length, 'requirement')}</summary>
          <ul>
            {same.map((other) => (
              <li key={other.id}>
                {other.statement} <code class="muted">{other.id}</code>, {other.note}
                {other.got !== undefined && <bdi> Got: {cut(other.got, 600)}</bdi>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {waiting.length > 0 && (
        <details>
          <summary>{counted(waiting.length, 'other requirement')} cannot be decided before this one</summary>
          <p>
            <code>{waiting.join(', ')}</code>
          </p>
        </details>
      )}
    </>
  )
}

function Check({ entry, isNamed }: { readonly entry: CheckEntry; readonly isNamed: boolean }): VNode {
  const { check, expected, got, message, also = [], lines, command, script, evidence } = entry
  const records = lines.filter(({ kind }) => kind === 'record').map(({ text }) => text)
  return (
    <div class="check-entry">
      {!isNamed && <code>{check}</code>}
      {expected === undefined || got === undefined ? (
        <p>
          <bdi>{cut(message, 2000)}</bdi>
        </p>
      ) : (
        <dl class="facts">
          <dt>Expected</dt>
          <dd>
            <bdi>{cut(expected, 2000)}</bdi>
          </dd>
          <dt>Got</dt>
          <dd class="bad">
            <bdi>{cut(got, 2000)}</bdi>
          </dd>
        </dl>
      )}
      {lines
        .filter(({ kind }) => kind !== 'record')
        .map(({ kind, text }, index) => (
          <p key={index}>
            <span class="muted">{lineNames[kind] ?? kind}:</span> <bdi>{cut(text, 2000)}</bdi>
          </p>
        ))}
      {records.length > 0 && <Code label="Records" value={records.join('\n')} />}
      {command && <Code label={command.kind === 'again' ? 'See it again' : 'Reproduce'} value={command.long} />}
      {also.length > 0 && (
        <details>
          <summary>The same at {counted(also.length, 'other place')}</summary>
          <ul>
            {also.map(({ check: other, place }) => (
              <li key={`${other} ${place}`}>
                <code>{other}</code> <bdi>{cut(place, 500)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {script !== undefined && (
        <details>
          <summary>Script: every request that matters</summary>
          <Code label="For a POSIX shell" value={script} />
        </details>
      )}
      {evidence.length > 0 && (
        <details>
          <summary>Evidence: {counted(evidence.length, 'exchange')}</summary>
          {evidence.map((exchange, index) => (
            <Exchange key={index} exchange={exchange} />
          ))}
        </details>
      )}
    </div>
  )
}

const lineNames: Readonly<Record<string, string>> = {
  trap: 'It met',
  careful: 'A careful client',
  sent: 'Sent',
  runs: 'Runs',
  schedule: 'Order of the requests',
}

/** A request of a report, and its response. */
export function Exchange({ exchange: { request, response } }: { readonly exchange: Evidence }): VNode {
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers), ...bodyLines(request)]
  const received = response
    ? [
        `${response.status}${response.trouble === undefined ? '' : ` (${response.trouble})`}`,
        ...headerLines(response.headers),
        ...bodyLines(response),
      ]
    : ['no answer']
  return (
    <div class="exchange">
      <Code label="Request" value={sent.join('\n')} />
      <Code label="Response" value={received.join('\n')} />
    </div>
  )
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** The most characters of a body that are drawn. */
const longestBody = 20_000

function bodyLines({ body, length }: Evidence['request'] | NonNullable<Evidence['response']>): readonly string[] {
  if (body === undefined || body === '') return []
  const rest = length !== undefined && length > body.length ? [`… (${length.toLocaleString('en')} characters)`] : []
  return ['', cut(body, longestBody), ...rest]
}
