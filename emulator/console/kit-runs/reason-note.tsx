import type { VNode } from 'preact'
import { cut } from '../components.tsx'
import { causeText, inWords } from '../reasons.ts'
import type { CheckVerdict } from './run.ts'

/** The most places that a failure shows; the last one decided. */
const mostPlaces = 5

/** The fact that shows a failure, or the cause that something is open. */
export function ReasonNote({
  result: { fact, places = [], cause },
}: {
  readonly result: Pick<CheckVerdict<string>, 'fact' | 'places' | 'cause'>
}): VNode | null {
  if (cause) return <div class="muted">Cause: {causeText(cause)}</div>
  if (!fact) return null
  return (
    <div class="muted">
      Shown by: {inWords(fact.kind)}
      {places.length > 0 && (
        <ul class="plain mono">
          {places.slice(-mostPlaces).map(({ operation, method, url }, index) => (
            <li key={index}>
              <bdi>
                {operation} {method} {cut(url, 500)}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
