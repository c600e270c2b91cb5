import type { VNode } from 'preact'

interface MarkedLinesProps {
  readonly title: string
  readonly lines: readonly string[]
  /** The lines of the other side. */
  readonly others: readonly string[]
}

/** One side of two texts. Lines that the other has not are marked. */
export function MarkedLines({ title, lines, others }: MarkedLinesProps): VNode {
  // An indent is no difference.
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
