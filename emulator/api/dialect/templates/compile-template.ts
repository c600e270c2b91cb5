import { jsonHoles } from './holes.ts'
import type { EachNode, TemplateNode, TextPart } from './template-node.ts'

/**
 * Values by hole: the JSON text of a hole that is JSON, and the value of any other. A hole without a value, or with
 * undefined, is not filled.
 */
export type HoleValues = Readonly<Record<string, unknown>>

/** The values of each part that a template repeats, by the hole that it is repeated for. */
export type RepeatedValues = Readonly<Record<string, () => readonly HoleValues[]>>

/** Writes the JSON text of a template; undefined if it has no value. Members and items without one are left out. */
export type WriteTemplate = (values: HoleValues, repeated: RepeatedValues) => string | undefined

/** Makes the function that writes the answers of a template. */
export function compileTemplate(node: TemplateNode): WriteTemplate {
  switch (node.kind) {
    case 'literal': {
      const text = JSON.stringify(node.value)
      return () => text
    }
    case 'hole': {
      const { hole } = node
      return jsonHoles.has(hole)
        ? (values) => values[hole] as string | undefined
        : (values) => JSON.stringify(values[hole])
    }
    case 'text':
      return (values) => JSON.stringify(fillText(node.parts, values))
    case 'asText':
      return (values) => JSON.stringify(fillText([node], values))
    case 'when':
      return whereFilled(node, compileTemplate(node.node))
    case 'each': {
      const writeAll = compileEach(node)
      const [opening, closing] = node.key === undefined ? '[]' : '{}'
      return (values, repeated) => `${opening}${writeAll(values, repeated) ?? ''}${closing}`
    }
    case 'array': {
      const items = node.items.map((item) => (isSpread(item) ? compileSpread(item) : compileTemplate(item)))
      return (values, repeated) => {
        const texts = items.map((write) => write(values, repeated)).filter((text) => text !== undefined)
        return `[${texts.join(',')}]`
      }
    }
    case 'object':
      return compileObject(node)
  }
}

function whereFilled({ hole, isFilled }: Extract<TemplateNode, { kind: 'when' }>, write: WriteTemplate): WriteTemplate {
  return (values, repeated) => {
    const value = values[hole]
    // A list is JSON text.
    const hasValue = value !== undefined && value !== null && value !== false && value !== '[]'
    return hasValue === isFilled ? write(values, repeated) : undefined
  }
}

function compileObject({ members }: Extract<TemplateNode, { kind: 'object' }>): WriteTemplate {
  const compiled = members.map(({ name, isHole, value }) => {
    const text = `${JSON.stringify(name)}:`
    return {
      toName: isHole ? (values: HoleValues) => `${JSON.stringify(values[name])}:` : () => text,
      write: compileTemplate(value),
    }
  })
  return (values, repeated) => {
    let text = '{'
    for (const { toName, write } of compiled) {
      const value = write(values, repeated)
      if (value !== undefined) text += `${text === '{' ? '' : ','}${toName(values)}${value}`
    }
    return `${text}}`
  }
}

/** Joins the parts with commas; undefined if there are no parts. */
function compileEach({ hole, key, node }: EachNode): WriteTemplate {
  const write = compileTemplate(node)
  return (values, repeated) => {
    const texts = repeated[hole]!().map((part) => {
      const text = write({ ...values, ...part }, repeated)
      return key === undefined ? text : `${JSON.stringify(part[key])}:${text}`
    })
    return texts.length === 0 ? undefined : texts.join(',')
  }
}

/** Returns true for a part whose values become items of the surrounding array. */
export function isSpread(node: TemplateNode): boolean {
  return node.kind === 'when' ? isSpread(node.node) : node.kind === 'each' && node.key === undefined
}

function compileSpread(node: TemplateNode): WriteTemplate {
  if (node.kind === 'each') return compileEach(node)
  return node.kind === 'when' ? whereFilled(node, compileSpread(node.node)) : compileTemplate(node)
}

/** Without a next cursor, the text would not be a valid address: it is null, like the cursor. */
function fillText(parts: readonly TextPart[], values: HoleValues): string | null | undefined {
  const holes = parts.flatMap((part) => ('hole' in part ? [values[part.hole]] : []))
  if (holes.includes(null)) return null
  if (holes.every((value) => value === undefined)) return undefined
  return parts
    .map((part) => ('hole' in part ? toJsonText(values[part.hole]) : part.literal))
    .join('')
    .trimEnd()
}

function toJsonText(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(toJsonText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
