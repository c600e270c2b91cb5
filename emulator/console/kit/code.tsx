// Texts and JSON values with a button that copies them. JSON has colours, and its lists and objects fold.
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button, CopyButton } from './buttons.tsx'
import { countNoun } from './text.tsx'

/** The depth from which members are folded at first. */
const openDepth = 3
/** The number of members of one value that are listed at first. */
const pageOfMembers = 100
/** The depth from which JSON is shown as text: each level is an element within another. */
const deepest = 40

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
          <JsonNode label={null} value={value} depth={0} comma="" />
        </div>
      ) : (
        <pre tabIndex={0} aria-label={label}>
          <bdi>{text}</bdi>
        </pre>
      )}
    </figure>
  )
}

interface JsonNodeProps {
  readonly label: ComponentChildren
  readonly value: unknown
  readonly depth: number
  readonly comma: ',' | ''
}

function JsonNode({ label, value, depth, comma }: JsonNodeProps): VNode {
  const isList = Array.isArray(value)
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [first, last] = isList ? '[]' : '{}'
  const [most, setMost] = useState(pageOfMembers)
  if (members.length === 0 || depth >= deepest)
    return (
      <div class="json-line">
        {label}
        <Scalar value={value} />
        {comma}
      </div>
    )
  const labelOf = (name: string) => !isList && <span class="json-name">{JSON.stringify(name)}: </span>
  return (
    <details open={depth < openDepth || members.length < 4}>
      <summary>
        {label}
        {first}
        <span class="json-more">
          {' '}
          {countNoun(members.length, isList ? 'item' : 'member')} {last}
          {comma}
        </span>
      </summary>
      <div class="json-members">
        {members.slice(0, most).map(([name, member], index) => (
          <JsonNode
            key={name}
            label={labelOf(name)}
            value={member}
            depth={depth + 1}
            comma={index === members.length - 1 ? '' : ','}
          />
        ))}
        {members.length > most && (
          <Button class="small" onClick={() => setMost(most * 10)}>
            Show more of {members.length.toLocaleString('en')}
          </Button>
        )}
      </div>
      <div class="json-line">
        {last}
        {comma}
      </div>
    </details>
  )
}

function Scalar({ value }: { readonly value: unknown }): VNode {
  return <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
}
