import type { VNode } from 'preact'
import { CopyButton } from './buttons.tsx'
import { JsonView } from './json-view.tsx'

interface CodeProps {
  readonly value: unknown
  readonly label: string
  /** The label below a heading that says the rest. */
  readonly short?: string
}

/** Shows an unchanged text or JSON value, with a button that copies it. */
export function Code({ value, label, short = label }: CodeProps): VNode {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return (
    <figure class="code">
      <figcaption>
        {short} <CopyButton text={text} />
      </figcaption>
      {typeof value === 'object' && value !== null ? (
        <div class="json" role="region" tabIndex={0} aria-label={label}>
          <JsonView value={value} />
        </div>
      ) : (
        <pre tabIndex={0} aria-label={label}>
          <bdi>{text}</bdi>
        </pre>
      )}
    </figure>
  )
}
