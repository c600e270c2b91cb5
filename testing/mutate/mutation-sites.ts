// Finds the assertions in a check's source, and puts a switch into each.
//
// Why not StrykerJS: it mutates every expression, through Babel, and runs whole test files. Here one assertion changes
// at a time, and only the runs take place that can notice it. As it does, all changes stand in the code at once, and a
// number says which one is on, so that a thread loads the code once.
import { parseSync } from 'oxc-parser'

/** A place in the source whose value can be changed. */
export interface MutationSite {
  /** From the root. */
  readonly file: string
  readonly line: number
  /** The condition or the call, on one line. */
  readonly text: string
  readonly kind: SiteKind
}

/** A condition before a conclusion, an operand of one, or a call that may end a check. */
type SiteKind = 'guard' | 'and' | 'or' | 'call'

/** The kind of a change to the value at a site. */
export type Change = 'taken out' | 'turned round'

/** One change at one site. */
export interface Mutant {
  readonly site: number
  readonly change: Change
}

/** A file with a switch at each site: `__site(number, value)`. */
export interface Instrumented {
  readonly code: string
  readonly sites: readonly MutationSite[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** The functions of the catalogue that end a check. */
const conclusions = /^(?:fail|insufficient|blocked|notApplicable|observed)$/
/** Other functions that may end one. */
const assertions = /^(?:assert[A-Z]|judge[A-Z])/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

/** The name of the function that an expression calls, also behind `await`. */
function calleeOf(node: Node): string {
  if (node.type === 'AwaitExpression') return calleeOf(node['argument'] as Node)
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
  return callee?.type === 'Identifier' ? String(callee['name']) : ''
}

/** Returns true if a branch begins or ends with a conclusion, or throws. */
function concludes(branch: Node | null | undefined): boolean {
  if (!branch) return false
  if (branch.type === 'BlockStatement')
    return (branch['body'] as readonly Node[]).some((statement) => concludes(statement))
  if (branch.type === 'ThrowStatement') return true
  const value = branch['expression'] ?? branch['argument']
  const isValue = branch.type === 'ExpressionStatement' || branch.type === 'ReturnStatement'
  return isValue && isNode(value) && mayEnd(value)
}

/** Returns true if a branch ends its function. */
function returns(branch: Node): boolean {
  if (branch.type === 'BlockStatement')
    return (branch['body'] as readonly Node[]).some((statement) => returns(statement))
  return branch.type === 'ReturnStatement' || branch.type === 'ThrowStatement'
}

/** Returns true if an expression calls a function that may end a check. */
function mayEnd(expression: Node): boolean {
  const name = calleeOf(expression)
  return conclusions.test(name) || assertions.test(name)
}

/** An expression without its parentheses. */
function bare(expression: Node): Node {
  return expression.type === 'ParenthesizedExpression' ? bare(expression['expression'] as Node) : expression
}

/** Returns true if an expression is a conclusion of the judge of clients: an object that tells what was found. */
function isFound(expression: Node): boolean {
  const value = bare(expression)
  if (value.type !== 'ObjectExpression')
    return (
      mayEnd(value) || /^(?:wrong|wrongUrl|malformed|neverDone|methodFault|pathFault|idFault)$/.test(calleeOf(value))
    )
  const members = (value['properties'] as readonly Node[]).map(({ key }) => (isNode(key) ? key['name'] : undefined))
  return members.includes('kind') || members.includes('expected')
}

/**
 * Puts a switch at each site of a file. The numbers of its sites begin at `first`.
 * @param isPure The file returns what it concludes: every early return is a conclusion.
 */
export function instrument(source: string, file: string, first: number, isPure = false): Instrumented {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const sites: MutationSite[] = []
  const edits: { readonly at: number; readonly text: string; readonly isEnd: boolean }[] = []

  function mark({ start, end }: Node, kind: SiteKind): number {
    const text = source.slice(start, end).replaceAll(/\s+/g, ' ')
    sites.push({ file, line: source.slice(0, start).split('\n').length, text, kind })
    return first + sites.length - 1
  }

  function wrap(node: Node, kind: SiteKind): void {
    edits.push({ at: node.start, text: `__site(${mark(node, kind)}, (`, isEnd: false })
    wrapOperands(node)
    edits.push({ at: node.end, text: '))', isEnd: true })
  }

  function wrapOperands(node: Node): void {
    const { type, operator, left, right } = node
    if (type !== 'LogicalExpression' || (operator !== '&&' && operator !== '||')) return
    for (const operand of [left, right].map((side) => bare(side as Node)))
      if (operand.type === 'LogicalExpression' && operand['operator'] === operator) wrapOperands(operand)
      else wrap(operand, operator === '&&' ? 'and' : 'or')
  }

  /** The nodes behind a condition, which are taken out with it. */
  const guarded = new Set<unknown>()

  function walk(node: Node): void {
    if (node.type === 'IfStatement') {
      const consequent = node['consequent'] as Node
      if (isPure ? returns(consequent) : concludes(consequent)) wrap(node['test'] as Node, 'guard')
      for (const statement of [consequent, consequent['body']].flat()) guarded.add(statement)
    }
    if (isPure && node.type === 'ConditionalExpression') {
      const branches = [node['consequent'], node['alternate']] as readonly Node[]
      if (branches.some((branch) => isFound(branch))) wrap(node['test'] as Node, 'guard')
    }
    if (node.type === 'ExpressionStatement' && !guarded.has(node) && mayEnd(node['expression'] as Node))
      edits.push({ at: node.start, text: `if (__site(${mark(node, 'call')}, true)) `, isEnd: false })
    for (const child of childrenOf(node)) walk(child)
  }

  walk(program as unknown as Node)
  return { code: applied(source, edits), sites }
}

function applied(
  source: string,
  edits: readonly { readonly at: number; readonly text: string; readonly isEnd: boolean }[],
): string {
  // At one place, what ends comes before what begins; of what begins, the outer comes first, as it was found first.
  const sorted = edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((left, right) => left.at - right.at || Number(right.isEnd) - Number(left.isEnd) || left.index - right.index)
  let code = ''
  let done = 0
  for (const { at, text } of sorted) {
    code += source.slice(done, at) + text
    done = at
  }
  return code + source.slice(done)
}

/** The changes of each site. Operands and calls are taken out; conditions are also turned round. */
export function mutantsOf(sites: readonly MutationSite[]): readonly Mutant[] {
  return sites.flatMap(({ kind }, site) => {
    const out: Mutant = { site, change: 'taken out' }
    return kind === 'guard' ? [out, { site, change: 'turned round' }] : [out]
  })
}
