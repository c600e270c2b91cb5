// The result of `emulator learn`: what was learned, what was assumed, and where the twin differs.
import type { VNode } from 'preact'
import { cut, Name } from '../components.tsx'
import type { OpenedFile } from '../read-file.ts'
import { inWords } from '../reasons.ts'
import { AnswerPairs } from '../twin/answer-pairs.tsx'

type TwinFile = Extract<OpenedFile, { readonly kind: 'twin' }>

/** The states of a convention, the surest first, with what each means. */
const states: readonly (readonly [state: string, tone: string, meaning: string])[] = [
  ['conflict', 'bad', 'Two answers contradict each other.'],
  ['unrepresentable', 'bad', 'The service has a form that no value has.'],
  ['bound', 'warn', 'Only a limit was seen.'],
  ['unobservable', 'warn', 'Nothing could show it.'],
  ['assumed', 'muted', 'Nothing that was seen speaks against the default, and nothing proves it.'],
  ['learned', 'good', 'Seen in answers of the service.'],
]

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Shows a twin. */
export function TwinView({ twin }: { readonly twin: TwinFile }): VNode {
  const { baseUrl, at, requests, conventions, differences, learned } = twin
  const groups = Map.groupBy(conventions, ({ state }) => state)
  const counts = states.flatMap(([state, tone]) => {
    const count = groups.get(state)?.length ?? 0
    return count === 0 ? [] : [[state, tone, count] as const]
  })
  return (
    <section class="report" aria-label="Twin">
      <p>
        Learned from <Name text={baseUrl} /> on {at} with {requests} requests.
      </p>
      <ul class="plain numbers" aria-label="Conventions by state">
        {counts.map(([state, tone, count]) => (
          <li key={state}>
            <b class={tone}>{count}</b> {state}
          </li>
        ))}
      </ul>
      <TwinDifferences title="Where the twin answered otherwise when it was made" differences={differences} />
      {states.map(([state, tone, meaning]) => {
        const inState = groups.get(state) ?? []
        if (inState.length === 0) return null
        return (
          <details class="card" key={state} open={state !== 'learned'}>
            <summary>
              <strong class={tone}>
                {inState.length} {state}
              </strong>{' '}
              <span class="muted">{meaning}</span>
            </summary>
            <dl class="facts">
              {inState.map(({ name, clause, value }) => (
                <>
                  <dt key={name}>{inWords(name)}</dt>
                  <dd>
                    <code>{value === undefined ? '–' : cut(text(value), 300)}</code>{' '}
                    <span class="muted">clause {clause}</span>
                  </dd>
                </>
              ))}
            </dl>
          </details>
        )
      })}
      <AnswerPairs learned={learned} />
    </section>
  )
}

interface TwinDifferencesProps {
  readonly title: string
  readonly differences: TwinFile['differences']
  /** A remark below them. */
  readonly remark?: string
}

/** The questions that a twin answers otherwise than its service; nothing where there are none. */
export function TwinDifferences({ title, differences, remark }: TwinDifferencesProps): VNode | null {
  if (differences.length === 0) return null
  return (
    <section aria-label="Where the twin differs">
      <h2>{title}</h2>
      {differences.map(({ question, differences: all }, index) => (
        <article class="failure" key={index}>
          <h3>
            <Name text={question} />
          </h3>
          <Pairs differences={all} />
        </article>
      ))}
      {remark !== undefined && <p class="muted">{remark}</p>}
    </section>
  )
}

interface PairsProps {
  readonly differences: readonly Readonly<Record<string, unknown>>[]
  /** The names of the sides. */
  readonly sides?: readonly [left: string, right: string]
}

/** Differences of two answers, side by side. */
export function Pairs({ differences, sides: [leftName, rightName] = ['service', 'twin'] }: PairsProps): VNode {
  return (
    <ul class="plain verdicts">
      {differences.map(({ kind, side, left, right, types, ...place }, index) => (
        <li key={index}>
          {inWords(text(kind))}{' '}
          {Object.values(place).map((name) => (
            <code key={text(name)}>{cut(text(name), 200)} </code>
          ))}
          {side === undefined ? (
            <>
              {leftName} <code>{cut(text(left), 200)}</code>, {rightName} <code>{cut(text(right), 200)}</code>
            </>
          ) : (
            <span class="muted">
              {types !== undefined && `(${[types].flat().join(' or ')}) `}only the{' '}
              {side === 'left' ? leftName : rightName} has it
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
