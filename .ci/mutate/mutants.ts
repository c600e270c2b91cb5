// Finds the possible mutations of a source: conditions, calls, results and literals.
import { parseSync } from 'oxc-parser'

/** A source with one change. */
export interface Mutant {
  readonly line: number
  /** As `was → is`, on one line. */
  readonly change: string
  readonly code: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Types, imports and the names of members have no effect at run time. */
const silent = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/

/** The executed nodes of a tree, each with its parent. */
function* running(node: Node, parent?: Node): Generator<readonly [node: Node, parent: Node | undefined], void> {
  if (silent.test(node.type)) return
  yield [node, parent]
  for (const [name, value] of Object.entries(node)) {
    if (name === 'key' && node['computed'] !== true) continue
    for (const child of [value].flat()) if (isNode(child)) yield* running(child, node)
  }
}

/** The replacement of a node; undefined for a node that is not mutated. */
function nodeReplacement(node: Node, text: string): string | undefined {
  const value = node['value']
  switch (node.type) {
    case 'ReturnStatement':
      return node['argument'] ? 'return undefined as never' : undefined
    case 'ExpressionStatement':
      return node['directive'] ? undefined : ';'
    case 'Literal':
      if (typeof value === 'string') return value === '' ? "'x'" : "''"
      if (typeof value === 'number') return `(${value} + 1)`
      return typeof value === 'boolean' ? String(!value) : undefined
    case 'LogicalExpression':
      return node['operator'] === '??' ? undefined : `!(${text})`
    default:
      return undefined
  }
}

/** All sources that differ from this one by one mutation. */
export function sourceMutants(file: string, source: string): readonly Mutant[] {
  const { program } = parseSync(file, source)
  const mutants: Mutant[] = []
  const add = ({ start, end }: Node, becomes: string) => {
    const was = source.slice(start, end)
    const change = `${was} → ${becomes}`.replaceAll(/\s+/g, ' ')
    const code = source.slice(0, start) + becomes + source.slice(end)
    mutants.push({ line: source.slice(0, start).split('\n').length, change: change.slice(0, 160), code })
  }
  for (const [node] of running(program as unknown as Node)) {
    const becomes = nodeReplacement(node, source.slice(node.start, node.end))
    if (becomes !== undefined) add(node, becomes)
    const { test, body } = node
    if (isNode(test)) add(test, `!(${source.slice(test.start, test.end)})`)
    // The body of an arrow function without braces is its result.
    if (node.type === 'ArrowFunctionExpression' && isNode(body) && body.type !== 'BlockStatement')
      add(body, '(undefined as never)')
  }
  return mutants
}
