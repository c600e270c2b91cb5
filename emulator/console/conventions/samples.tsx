import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConventionSample, SampleSide } from '../../control/convention-samples.ts'
import { Button } from '../kit/buttons.tsx'
import { toDisplayText } from '../kit/text.tsx'
import { defaultWorld, useConsoleState } from '../state/console-state.ts'
import { askControl } from '../state/control.ts'

interface SamplesProps {
  /** The name of the convention. */
  readonly name: string
  readonly value: unknown
  /** The values to compare with, the first of all beforehand. */
  readonly others: readonly unknown[]
}

/**
 * An answer under the current value, next to the same answer under another. It is requested when it becomes visible.
 */
export function Samples({ name, value, others }: SamplesProps): VNode {
  const consoleState = useConsoleState()
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const [index, setIndex] = useState(0)
  const [sample, setSample] = useState<ConventionSample | null | undefined>(undefined)
  const other = others[index] ?? others[0]
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isSeen) return
    const aborting = new AbortController()
    const request = { method: 'POST', body: { name, value: other }, signal: aborting.signal } as const
    void askControl<ConventionSample | null>(consoleState.placeOf(defaultWorld), '/conventions/sample', request).then(
      (outcome) => outcome.ok && setSample(outcome.value),
      () => undefined,
    )
    return () => aborting.abort()
  }, [isSeen, name, toDisplayText(value), toDisplayText(other)])
  return (
    <div class="samples" ref={place}>
      {others.length > 1 && (
        <div class="actions" role="group" aria-label={`Compare ${name} with`}>
          <span class="muted">Compare with</span>
          {others.map((candidate, at) => (
            <Button
              class="small"
              key={toDisplayText(candidate)}
              aria-pressed={at === index}
              onClick={() => setIndex(at)}
            >
              {toDisplayText(candidate)}
            </Button>
          ))}
        </div>
      )}
      {sample === null && <p class="muted">No answer of many shows the difference.</p>}
      {sample && (
        <>
          <p class="muted mono name">{sample.request}</p>
          <div class="pair">
            <MarkedLines
              title={`${toDisplayText(value)} (now)`}
              lines={sampleLines(sample.now)}
              others={sampleLines(sample.other)}
            />
            <MarkedLines
              title={toDisplayText(other)}
              lines={sampleLines(sample.other)}
              others={sampleLines(sample.now)}
            />
          </div>
        </>
      )}
    </div>
  )
}

function sampleLines({ status, headers, body }: SampleSide): readonly string[] {
  return [
    String(status),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', ...body.split('\n')]),
  ]
}

interface MarkedLinesProps {
  readonly title: string
  readonly lines: readonly string[]
  /** The lines of the other side. */
  readonly others: readonly string[]
}

/** One side of a comparison. Lines that the other side lacks are marked. */
function MarkedLines({ title, lines, others }: MarkedLinesProps): VNode {
  // Indentation does not count as a difference.
  const known = new Set(others.map((line) => line.trim()))
  return (
    <figure class="code">
      <figcaption>{title}</figcaption>
      <pre tabIndex={0} aria-label={title}>
        {lines.map((line, index) =>
          known.has(line.trim()) ? <span key={index}>{`${line}\n`}</span> : <mark key={index}>{`${line}\n`}</mark>,
        )}
      </pre>
    </figure>
  )
}
