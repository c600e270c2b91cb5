// Two requests side by side: the lines in which their answers and they themselves differ.
import type { VNode } from 'preact'
import { Button } from '../kit/buttons.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import type { OpenedRequest } from '../../journal/request-schemas.ts'

/** Headers that differ in every request, without a meaning. */
const passing = /^(?:date|x-emulator-(?:again|unwatched|request|request-id)|x-request-id)$/

/** The lines of headers and a body, as in an HTTP message. */
function comparedLines(headers: Readonly<Record<string, string>> | null | undefined, body: unknown): readonly string[] {
  const lines = Object.entries(headers ?? {}).filter(([name]) => !passing.test(name))
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return [...lines.map(([name, value]) => `${name}: ${value}`).toSorted(), ...(body === null ? [] : ['', text])]
}

function responseText({ response }: OpenedRequest): string {
  if (!response) return 'no answer'
  return [String(response.status), ...comparedLines(response.headers, response.body)].join('\n')
}

function comparedText({ request: { method, path, query, headers, body } }: OpenedRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `  ${name}=${[value].flat().join(', ')}`)
  return [`${method} ${path}`, ...parameters, ...comparedLines(headers, body)].join('\n')
}

/** Compares the opened request with an earlier one. */
export function Comparison({ opened, index }: { readonly opened: OpenedRequest; readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<OpenedRequest>(`/requests/${index}`)
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
            <Difference label="Answers" before={responseText(first)} after={responseText(opened)} />
            <Difference label="Requests" before={comparedText(first)} after={comparedText(opened)} />
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

/** A line of either text, or of both. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** Longer texts are shown as all removed and all added: the table of a comparison grows with both. */
const mostLines = 1500

/** Compares two texts: the lines of both in order, with the differing lines marked. */
function diffLines(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  if (left.length > mostLines || right.length > mostLines)
    return [
      ...left.map((text) => ({ sign: '-' as const, text })),
      ...right.map((text) => ({ sign: '+' as const, text })),
    ]
  const width = right.length + 1
  /** The number of common lines after each pair of positions. */
  const common = new Uint16Array((left.length + 1) * width)
  for (let from = left.length - 1; from >= 0; from--)
    for (let to = right.length - 1; to >= 0; to--)
      common[from * width + to] =
        left[from] === right[to]
          ? common[(from + 1) * width + to + 1]! + 1
          : Math.max(common[(from + 1) * width + to]!, common[from * width + to + 1]!)
  const lines: DiffLine[] = []
  let [from, to] = [0, 0]
  while (from < left.length || to < right.length) {
    if (from < left.length && to < right.length && left[from] === right[to]) {
      lines.push({ sign: ' ', text: left[from]! })
      from++
      to++
    } else if (
      to >= right.length ||
      (from < left.length && common[(from + 1) * width + to]! >= common[from * width + to + 1]!)
    )
      lines.push({ sign: '-', text: left[from++]! })
    else lines.push({ sign: '+', text: right[to++]! })
  }
  return lines
}

/** The lines around changes; undefined marks omitted lines. */
function aroundChanges(lines: readonly DiffLine[], context = 2): readonly (DiffLine | undefined)[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== ' ')
  const around: (DiffLine | undefined)[] = []
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) around.push(line)
    else if (around.at(-1) !== undefined || around.length === 0) around.push(undefined)
  }
  return around
}
