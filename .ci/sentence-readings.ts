// Finds the places where code parses a sentence instead of using the value from which it was made.
import { parseSync } from 'oxc-parser'

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

/** The kinds of words: a text, or a phrase that becomes one, and a list of these. */
type Words = 'text' | 'list'

/** The members of the kit that hold words. */
const members: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...[
    'message',
    'expected',
    'got',
    'remark',
    'seen',
    'trouble',
    'cutShort',
    'leftover',
    'remedy',
    'careful',
    'trap',
  ].map((name) => [name, 'text'] as const),
  ['leftovers', 'list'],
])

/** Names that always hold words. `expected` is not among them, because other code uses it for other values. */
const names: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...['message', 'remark', 'trouble', 'cutShort', 'leftover'].map((name) => [name, 'text'] as const),
  ['leftovers', 'list'],
])

/** Names that hold words unless their use shows otherwise. */
const perhapsWords = wordSet('expected got')
const textMethods = wordSet(
  'startsWith endsWith match matchAll search split replace replaceAll substring localeCompare',
)

/** The members of a phrase, which only `conformance/wording/` reads. */
const phraseMembers = wordSet('words values')

/** The functions that make words, and their modules. */
const makers = wordSet(`textOf messageOf answerText phrase answer quoted quotedQuery exchangeLine leftoverText planText
  comparisonText decidingPlace lastRequestText unseenText valueText differenceText driftLine driftVerdictLine learnedText`)
const makingModules =
  /\/(?:wording\/\S+|conclusions\/phrase|usage-error|report\/compare|same-failures|[\w-]+-text)\.ts$/

/** The methods that make decisions by a text. */
const readers = wordSet(`startsWith endsWith includes match matchAll search split replace replaceAll slice substring
  substr charAt charCodeAt codePointAt indexOf lastIndexOf localeCompare`)

/** The methods that make decisions by a list of texts. */
const listReaders = wordSet('sort toSorted includes indexOf lastIndexOf')

/** The methods that look a text up. */
const lookups = wordSet(`test exec match matchAll has get includes indexOf lastIndexOf localeCompare startsWith
  endsWith`)

/** The methods whose result is still the same words. */
const sameText = wordSet('trim trimStart trimEnd toLowerCase toUpperCase normalize toString concat padEnd padStart')
const sameList = wordSet('filter toReversed toSorted slice concat flat')
const elementOf = wordSet('at find findLast pop shift join')

/** The methods that make a list from the results of their function, and those that decide by it. */
const mappers = wordSet('map flatMap')
const deciders = wordSet('groupBy')

const comparisons = wordSet('=== !== == != < > <= >=')

const functions = wordSet('ArrowFunctionExpression FunctionExpression FunctionDeclaration')

/** The names that a function binds, with the words that they hold. */
type Scope = ReadonlyMap<string, Words | undefined>

/** A place that parses words. */
export interface Reading {
  readonly line: number
  readonly text: string
}

/**
 * The places of a file that parse words. Words are followed through members, destructuring, templates, lists and the
 * names of a file, but not into the parameters of functions elsewhere.
 * @param file Its extension determines how it is parsed.
 */
export function findReadings(file: string, source: string): readonly Reading[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return new Reader(source).read({ ...program })
}

class Reader {
  readonly #source: string
  readonly #readings = new Map<number, Reading>()
  /** The words that a function receives for each element of a list. */
  readonly #elements = new WeakMap<Node, Words>()

  constructor(source: string) {
    this.#source = source
  }

  read(program: Node): readonly Reading[] {
    this.#visit(program, [this.#scopeOf(program, [])])
    return [...this.#readings.values()].toSorted((left, right) => left.line - right.line)
  }

  #visit(node: Node, outer: readonly Scope[]): void {
    const scopes = functions.has(node.type) ? [...outer, this.#scopeOf(node, outer)] : outer
    if (this.#isReading(node, scopes)) this.#note(node)
    for (const child of childNodes(node)) this.#visit(child, scopes)
  }

  #note({ start }: Node): void {
    const line = this.#source.slice(0, start).split('\n').length
    this.#readings.set(line, { line, text: this.#source.split('\n')[line - 1]!.trim() })
  }

  #isReading(node: Node, scopes: readonly Scope[]): boolean {
    const wordsOf = (value: unknown) => (isNode(value) ? this.#wordsOf(value, scopes) : undefined)
    const areWords = (value: unknown) => wordsOf(value) !== undefined
    switch (node.type) {
      case 'BinaryExpression': {
        const sides = [node['left'], node['right']]
        if (!comparisons.has(node['operator'] as string) || sides.some(isNothing)) return false
        return sides.some(areWords) || (sides.some(isPerhapsWords) && sides.some(isTextNode))
      }
      case 'SwitchStatement':
        return areWords(node['discriminant'])
      case 'MemberExpression': {
        const name = memberName(node)
        const isOfText = wordsOf(node['object']) === 'text'
        return (
          (isOfText && (name === 'length' || phraseMembers.has(name ?? ''))) ||
          (name === undefined && areWords(node['property']))
        )
      }
      case 'VariableDeclarator':
        return areWords(node['init']) && takesPhraseApart(node['id'] as Node)
      case 'ObjectPattern':
        return typedWords(node) !== undefined && takesPhraseApart(node)
      case 'NewExpression':
        return calleeName(node) === 'Set' && callArguments(node).some(areWords)
      case 'CallExpression':
        return this.#isReadingCall(node, scopes)
      default:
        return false
    }
  }

  #isReadingCall(node: Node, scopes: readonly Scope[]): boolean {
    const callee = node['callee'] as Node
    if (callee.type !== 'MemberExpression') return false
    const method = memberName(callee) ?? ''
    const object = this.#wordsOf(callee['object'] as Node, scopes)
    const passed = callArguments(node)
    this.#passElements(passed, object)
    const areWords = (value: unknown) => isNode(value) && this.#wordsOf(value, scopes) !== undefined
    return (
      (isPerhapsWords(callee['object']) && textMethods.has(method)) ||
      (object === 'text' && (readers.has(method) || method === 'at')) ||
      (object === 'list' && listReaders.has(method)) ||
      (lookups.has(method) && passed.some(areWords)) ||
      (method === 'stringify' && passed.some(areWords)) ||
      (deciders.has(method) && passed.some((value) => this.#returnedBy(value, scopes) !== undefined))
    )
  }

  #passElements(passed: readonly Node[], object: Words | undefined): void {
    if (object === 'list') for (const value of passed) if (functions.has(value.type)) this.#elements.set(value, 'text')
  }

  /** The kind of words of a value; undefined for any other value. */
  #wordsOf(node: Node, scopes: readonly Scope[]): Words | undefined {
    const wordsOf = (value: unknown) => (isNode(value) ? this.#wordsOf(value, scopes) : undefined)
    switch (node.type) {
      case 'Identifier': {
        const name = node['name'] as string
        const scope = scopes.findLast((inner) => inner.has(name))
        return scope ? scope.get(name) : names.get(name)
      }
      case 'MemberExpression': {
        const name = memberName(node)
        if (name !== undefined && !/^\d+$/.test(name)) return members.get(name)
        return wordsOf(node['object']) && 'text'
      }
      case 'ChainExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        return wordsOf(node['expression'])
      case 'AwaitExpression':
      case 'SpreadElement':
        return wordsOf(node['argument'])
      case 'TemplateLiteral':
        return (node['expressions'] as readonly Node[]).some(wordsOf) ? 'text' : undefined
      case 'TaggedTemplateExpression':
        return isMaker(node['tag'], scopes) ? 'text' : undefined
      case 'BinaryExpression':
        return node['operator'] === '+' ? (wordsOf(node['left']) ?? wordsOf(node['right'])) : undefined
      case 'LogicalExpression':
        // The left side of `&&` is a condition.
        return wordsOf(node['right']) ?? (node['operator'] === '&&' ? undefined : wordsOf(node['left']))
      case 'ConditionalExpression':
        return wordsOf(node['consequent']) ?? wordsOf(node['alternate'])
      case 'ArrayExpression':
        return (node['elements'] as readonly unknown[]).some(wordsOf) ? 'list' : undefined
      case 'CallExpression':
        return this.#wordsOfCall(node, scopes)
      default:
        return undefined
    }
  }

  #wordsOfCall(node: Node, scopes: readonly Scope[]): Words | undefined {
    const callee = node['callee'] as Node
    const passed = callArguments(node)
    if (callee.type !== 'MemberExpression') {
      const isText = calleeName(node) === 'String' && passed.some((value) => this.#wordsOf(value, scopes))
      return isText || isMaker(callee, scopes) ? 'text' : undefined
    }
    const method = memberName(callee) ?? ''
    const object = this.#wordsOf(callee['object'] as Node, scopes)
    this.#passElements(passed, object)
    if (mappers.has(method)) return passed.some((value) => this.#returnedBy(value, scopes)) ? 'list' : undefined
    if (object === 'list') return sameList.has(method) ? 'list' : elementOf.has(method) ? 'text' : undefined
    // A part of a text is reported at the place that extracts it.
    return object && (sameText.has(method) || readers.has(method)) ? 'text' : undefined
  }

  #returnedBy(node: Node, outer: readonly Scope[]): Words | undefined {
    if (!functions.has(node.type)) return undefined
    const body = node['body'] as Node
    const scopes = [...outer, this.#scopeOf(node, outer)]
    const returned = body.type === 'BlockStatement' ? returnedNodes(body) : [body]
    return returned.map((value) => this.#wordsOf(value, scopes)).find((words) => words !== undefined)
  }

  /** The names that a function binds, including its parameters. Inner functions have their own scopes. */
  #scopeOf(node: Node, outer: readonly Scope[]): Scope {
    const scope = new Map<string, Words | undefined>()
    const scopes = [...outer, scope]
    const bind = (pattern: Node, words: Words | undefined): void => {
      switch (pattern.type) {
        case 'Identifier':
          scope.set(pattern['name'] as string, scope.get(pattern['name'] as string) ?? words)
          return
        case 'ObjectPattern':
          for (const property of pattern['properties'] as readonly Node[])
            if (property.type === 'Property') bind(property['value'] as Node, members.get(keyName(property)))
          return
        case 'ArrayPattern':
          for (const element of (pattern['elements'] as readonly unknown[]).filter(isNode))
            bind(element, words && 'text')
          return
        case 'AssignmentPattern':
          bind(pattern['left'] as Node, words)
      }
    }
    const parameters = (node['params'] ?? []) as readonly Node[]
    parameters.forEach((parameter, index) => {
      const name = parameter.type === 'Identifier' ? names.get(parameter['name'] as string) : undefined
      bind(parameter, (index === 0 ? this.#elements.get(node) : undefined) ?? typedWords(parameter) ?? name)
    })
    const declare = (child: Node): void => {
      switch (child.type) {
        case 'VariableDeclarator': {
          const made = isNode(child['init']) ? this.#wordsOf(child['init'], scopes) : undefined
          bind(child['id'] as Node, made ?? typedWords(child['id'] as Node))
          break
        }
        case 'ForOfStatement':
          for (const { id } of ((child['left'] as Node)['declarations'] ?? []) as readonly { readonly id: Node }[])
            bind(id, this.#wordsOf(child['right'] as Node, scopes) && 'text')
          break
        case 'AssignmentExpression':
          if (scope.has(String((child['left'] as Node)['name'])))
            bind(child['left'] as Node, this.#wordsOf(child['right'] as Node, scopes))
          break
        case 'ImportDeclaration':
          if (makingModules.test((child['source'] as Node)['value'] as string)) break
          for (const { local } of child['specifiers'] as readonly { readonly local: Node }[]) bind(local, undefined)
      }
      if (child.type === 'FunctionDeclaration' && isNode(child['id'])) bind(child['id'], undefined)
      if (!functions.has(child.type)) for (const inner of childNodes(child)) declare(inner)
    }
    for (const child of childNodes(node)) declare(child)
    return scope
  }
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function childNodes(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

const callArguments = (node: Node): readonly Node[] => node['arguments'] as readonly Node[]

const calleeName = (node: Node): unknown => (node['callee'] as Node)['name']

/** Returns true for the name of a function that makes words, unless the file binds that name to something else. */
function isMaker(callee: unknown, scopes: readonly Scope[]): boolean {
  const name = isNode(callee) ? String(callee['name']) : ''
  return makers.has(name) && !scopes.some((scope) => scope.has(name))
}

/** The name of a member; undefined for one that is computed. */
function memberName(node: Node): string | undefined {
  const property = node['property'] as Node
  if (property.type === 'Literal') return String(property['value'])
  return node['computed'] === true ? undefined : (property['name'] as string)
}

function keyName(property: Node): string {
  const key = property['key'] as Node
  return String(key['name'] ?? key['value'])
}

/** The kind of words that a type annotation declares: a phrase, or a list of phrases. */
function typedWords(pattern: Node): Words | undefined {
  const annotation = pattern['typeAnnotation']
  const wordsOf = (type: Node): Words | undefined => {
    if (type.type === 'TSTypeReference') return (type['typeName'] as Node)['name'] === 'Phrase' ? 'text' : undefined
    const inner = childNodes(type)
      .map(wordsOf)
      .find((words) => words !== undefined)
    return inner && type.type === 'TSArrayType' ? 'list' : inner
  }
  return isNode(annotation) ? wordsOf(annotation) : undefined
}

/** Returns true for a pattern that names a member of a phrase. */
function takesPhraseApart(pattern: Node): boolean {
  if (pattern.type !== 'ObjectPattern') return false
  const properties = pattern['properties'] as readonly Node[]
  return properties.some((property) => property.type === 'Property' && phraseMembers.has(keyName(property)))
}

/** `undefined`, `null`, an empty text and a number: a comparison with these reads no words. */
function isNothing(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'Literal') return typeof value['value'] !== 'string' || value['value'] === ''
  return value.type === 'Identifier' && value['name'] === 'undefined'
}

const isPerhapsWords = (value: unknown): boolean =>
  isNode(value) && value.type === 'Identifier' && perhapsWords.has(value['name'] as string)

const isTextNode = (value: unknown): boolean =>
  isNode(value) &&
  (value.type === 'TemplateLiteral' || (value.type === 'Literal' && typeof value['value'] === 'string'))

function returnedNodes(node: Node): readonly Node[] {
  if (node.type === 'ReturnStatement') return isNode(node['argument']) ? [node['argument']] : []
  return childNodes(node).flatMap((child) => (functions.has(child.type) ? [] : returnedNodes(child)))
}
