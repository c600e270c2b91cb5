// Two requests side by side: the lines in which their answers and they themselves differ.
import type { VNode } from 'preact'
import { Button } from '../kit/buttons.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { aroundChanges, diffLines } from './diff.ts'
import type { RequestDetail } from './request-detail.ts'

/** Headers that differ in every request, without a meaning. */
const passing = /^(?:date|x-emulator-(?:again|unwatched|request|request-id)|x-request-id)$/

/** The lines of headers and a body, as in an HTTP message. */
function linesOf(headers: Readonly<Record<string, string>> | null | undefined, body: unknown): readonly string[] {
  const lines = Object.entries(headers ?? {}).filter(([name]) => !passing.test(name))
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return [...lines.map(([name, value]) => `${name}: ${value}`).toSorted(), ...(body === null ? [] : ['', text])]
}

function answerText({ response }: RequestDetail): string {
  if (!response) return 'no answer'
  return [String(response.status), ...linesOf(response.headers, response.body)].join('\n')
}

function requestText({ request: { method, path, query, headers, body } }: RequestDetail): string {
  const parameters = Object.entries(query).map(([name, value]) => `  ${name}=${[value].flat().join(', ')}`)
  return [`${method} ${path}`, ...parameters, ...linesOf(headers, body)].join('\n')
}

/** Compares the opened request with an earlier one. */
export function Comparison({ opened, index }: { readonly opened: RequestDetail; readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<RequestDetail>(`/requests/${index}`)
  return (
    <section class="part" aria-label={`Compared with request ${index}`}>
      <h3>
        Compared with <a href={consoleState.href('requests', { open: String(index) })}>#{index}</a>{' '}
        <Button class="small" onClick={() => consoleState.go({ with: undefined })}>
          Stop comparing
        </Button>
      </h3>
      <Loaded asked={asked}>
        {(first) => (
          <>
            <Difference label="Answers" before={answerText(first)} after={answerText(opened)} />
            <Difference label="Requests" before={requestText(first)} after={requestText(opened)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const classes = { '+': 'added', '-': 'removed', ' ': '' } as const

interface DifferenceProps {
  readonly label: string
  readonly before: string
  readonly after: string
}

function Difference({ label, before, after }: DifferenceProps): VNode {
  if (before === after)
    return (
      <p>
        {label}: <span class="muted">no difference.</span>
      </p>
    )
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      <div class="diff" role="region" tabIndex={0} aria-label={`Difference of the ${label.toLowerCase()}`}>
        {aroundChanges(diffLines(before, after)).map((line, place) => (
          <div class={line ? classes[line.sign] : 'muted'} key={place}>
            {line ? <bdi>{`${line.sign} ${line.text}`}</bdi> : '…'}
          </div>
        ))}
      </div>
    </figure>
  )
}
