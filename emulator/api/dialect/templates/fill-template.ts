import { eachOf } from './holes.ts'
import { isRepeated } from './read-template.ts'
import type { TemplateNode, TextPart } from './template-node.ts'

/** Values by hole. A hole that has none, or undefined, is not filled. */
export type HoleValues = Readonly<Record<string, unknown>>

/**
 * Makes the JSON value that a template stands for; undefined where its hole has no value. Members and items without a
 * value are left out.
 * @param commands The values of each command, where the template repeats a part for each.
 */
export function fillTemplate(node: TemplateNode, values: HoleValues, commands?: readonly HoleValues[]): unknown {
  if (commands && isRepeated(node)) return fillForEach(node, values, commands)
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'hole':
      return values[node.hole]
    case 'text':
      return fillText(node.parts, values)
    case 'asText':
      return values[node.hole] === null ? null : fillText([{ hole: node.hole }], values)
    case 'when': {
      const value = values[node.hole]
      const isFilled = value !== undefined && value !== null && value !== false
      return isFilled === node.isFilled ? fillTemplate(node.node, values, commands) : undefined
    }
    case 'each':
      return fillEach(node, values)
    case 'array':
      return node.items.flatMap((item) => {
        const filled = fillTemplate(item, values, commands)
        if (filled === undefined) return []
        // What stands there for each value is items of this array.
        return isSpread(item) ? (filled as readonly unknown[]) : [filled]
      })
    case 'object':
      return Object.fromEntries(
        node.members.flatMap(({ name, isHole, value }) => {
          const filled = fillTemplate(value, values, commands)
          return filled === undefined ? [] : [[isHole ? String(values[name]) : name, filled]]
        }),
      )
  }
}

/** The records of a list are put together as text, so that a mark stands for them. */
function fillEach({ hole, node }: Extract<TemplateNode, { kind: 'each' }>, values: HoleValues): unknown {
  const all = values[hole]
  if (all !== undefined && !Array.isArray(all)) return all
  const { item } = eachOf[hole]!
  return ((all ?? []) as readonly unknown[]).map((value) => fillTemplate(node, { ...values, [item]: value }))
}

/** True for a part whose values are items of the array that it stands in. */
export function isSpread(node: TemplateNode): boolean {
  return node.kind === 'when' ? isSpread(node.node) : node.kind === 'each'
}

function fillForEach(node: TemplateNode, values: HoleValues, commands: readonly HoleValues[]): unknown {
  const part = node.kind === 'array' ? node.items[0]! : node
  const filled = commands.map((command) => fillTemplate(part, { ...values, ...command }))
  return node.kind === 'array' ? filled : Object.assign({}, ...(filled as readonly object[]))
}

/** A text without a next cursor is no address: it is null, as the cursor is. */
function fillText(parts: readonly TextPart[], values: HoleValues): string | null | undefined {
  const holes = parts.flatMap((part) => ('hole' in part ? [values[part.hole]] : []))
  if (holes.includes(null)) return null
  if (holes.every((value) => value === undefined)) return undefined
  return parts
    .map((part) => ('hole' in part ? textOf(values[part.hole]) : part.literal))
    .join('')
    .trimEnd()
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
