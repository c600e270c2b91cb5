// Two requests side by side: the lines in which their answers and they themselves differ.
import type { VNode } from 'preact'
import { ProblemNote, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useControl } from '../kit/use-control.ts'
import { aroundChanges, diffLines } from './diff.ts'
import type { RequestDetail } from './request-detail.ts'

/** Headers that differ each time, and say nothing. */
const passing = /^(?:date|x-emulator-(?:again|unwatched|request|request-id)|x-request-id)$/

function pretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function headerLines(headers: Readonly<Record<string, string>> | null | undefined): readonly string[] {
  return Object.entries(headers ?? {})
    .filter(([name]) => !passing.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
}

function answerText({ response }: RequestDetail): string {
  if (!response) return 'no answer'
  const body = response.body === null ? [] : ['', pretty(response.body)]
  return [String(response.status), ...headerLines(response.headers), ...body].join('\n')
}

function requestText({ request: { method, path, query, headers, body } }: RequestDetail): string {
  const parameters = Object.entries(query).map(([name, value]) => `  ${name}=${[value].flat().join(', ')}`)
  const sent = body === null ? [] : ['', pretty(body)]
  return [`${method} ${path}`, ...parameters, ...headerLines(headers), ...sent].join('\n')
}

/** Compares the opened request with an earlier one. */
export function Comparison({ opened, index }: { readonly opened: RequestDetail; readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<RequestDetail>(`/requests/${index}`)
  const { value: first, problem } = asked
  return (
    <section class="part comparison" aria-label={`Compared with request ${index}`}>
      <h3>
        Compared with <a href={consoleState.href('requests', { open: String(index) })}>#{index}</a>{' '}
        <button type="button" class="small" onClick={() => consoleState.go({ with: undefined })}>
          Stop comparing
        </button>
      </h3>
      <ProblemNote problem={problem} />
      <Waiting asked={asked} />
      {first && (
        <>
          <Diff label="Answers" before={answerText(first)} after={answerText(opened)} />
          <Diff label="Requests" before={requestText(first)} after={requestText(opened)} />
        </>
      )}
    </section>
  )
}

function Diff({
  label,
  before,
  after,
}: {
  readonly label: string
  readonly before: string
  readonly after: string
}): VNode {
  if (before === after) {
    return (
      <p>
        {label}: <span class="muted">no difference.</span>
      </p>
    )
  }
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      <div class="diff" role="region" tabIndex={0} aria-label={`Difference of the ${label.toLowerCase()}`}>
        {aroundChanges(diffLines(before, after)).map((line, place) =>
          line === undefined ? (
            <div class="muted" key={place}>
              …
            </div>
          ) : (
            <div class={line.sign === '+' ? 'added' : line.sign === '-' ? 'removed' : ''} key={place}>
              <bdi>
                {line.sign} {line.text}
              </bdi>
            </div>
          ),
        )}
      </div>
    </figure>
  )
}
