// JSON with colours, whose lists and objects fold.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'

/** The depth from which members are folded at first. */
const openDepth = 3
/** The number of members of one value that are listed before somebody asks for more. */
const pageOfMembers = 100
/** The length up to which a list or an object without another in it stands on one line, in characters. */
const shortest = 60
/** The depth from which JSON is shown as text: each level is an element within another. */
const deepest = 40

/** Shows a JSON value. */
export function JsonView({ value }: { readonly value: unknown }): VNode {
  return <JsonNode value={value} depth={0} comma="" />
}

interface JsonNodeProps {
  readonly name?: string
  readonly value: unknown
  readonly depth: number
  readonly comma: ',' | ''
}

function JsonNode({ name, value, depth, comma }: JsonNodeProps): VNode {
  const label = name === undefined ? null : <span class="json-name">{JSON.stringify(name)}: </span>
  const isList = Array.isArray(value)
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (members.length > 1 && isShort(value, members)) {
    const inside = members.map(([member, part], index) => (
      <>
        {index > 0 && ', '}
        {!isList && <span class="json-name">{JSON.stringify(member)}: </span>}
        <Scalar value={part} />
      </>
    ))
    return (
      <div class="json-line">
        {label}
        {isList ? '[' : '{ '}
        {inside}
        {isList ? ']' : ' }'}
        {comma}
      </div>
    )
  }
  if (members.length === 0 || depth >= deepest) {
    return (
      <div class="json-line">
        {label}
        <Scalar value={value} />
        {comma}
      </div>
    )
  }
  const [first, last] = isList ? '[]' : '{}'
  const things = `${members.length.toLocaleString('en')} ${isList ? 'item' : 'member'}${members.length === 1 ? '' : 's'}`
  return (
    <details class="json-fold" open={depth < openDepth || members.length < 4}>
      <summary>
        {label}
        {first}
        <span class="json-more">
          {' '}
          {things} {last}
          {comma}
        </span>
      </summary>
      <JsonMembers members={members} depth={depth + 1} isList={isList} />
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

/** Returns true for a list or an object of few plain values. */
function isShort(value: unknown, members: readonly (readonly [name: string, value: unknown])[]): boolean {
  return (
    members.length <= shortest &&
    members.every(([, member]) => typeof member !== 'object' || member === null) &&
    JSON.stringify(value).length <= shortest
  )
}

function JsonMembers({
  members,
  depth,
  isList,
}: {
  readonly members: readonly (readonly [name: string, value: unknown])[]
  readonly depth: number
  readonly isList: boolean
}): VNode {
  const [most, setMost] = useState(pageOfMembers)
  return (
    <div class="json-members">
      {members.slice(0, most).map(([name, value], index) => (
        <JsonNode
          key={name}
          {...(isList ? {} : { name })}
          value={value}
          depth={depth}
          comma={index === members.length - 1 ? '' : ','}
        />
      ))}
      {members.length > most && (
        <button type="button" class="small" onClick={() => setMost(most * 10)}>
          Show more of {members.length.toLocaleString('en')}
        </button>
      )}
    </div>
  )
}
