// Reads the templates of conventions and refuses those that no answer could follow.
import { EmulatorError } from '../../../tools/emulator-error.ts'
import { isObject } from '../../../tools/is-object.ts'
import { didYouMean } from '../../../tools/nearest.ts'
import { shortJson } from '../../../tools/short-text.ts'
import { resourceByCollection } from '../../../model/resources/resources.ts'
import {
  directives,
  eachOf,
  holesOf,
  mediaTypeMember,
  mostEachBytes,
  type Holes,
  placeMark,
  type TemplateName,
} from './holes.ts'
import { eachIn, holesIn, type TemplateMember, type TemplateNode, type TextPart } from './template-node.ts'

/** A template with the media type that it names. */
export interface ReadTemplate {
  readonly node: TemplateNode
  /** Undefined: `application/json`. */
  readonly mediaType: string | undefined
}

const deepest = 20
const longest = 8000
/** An answer to a refused request has at most so many bytes, in every form of error bodies. */
const mostBytes = 65_000
const isBareId = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z\d]{27}$/.test(value)
const mediaType = /^application\/(?:[a-z0-9.-]+\+)?json$/

/** The member names of records' kinds, by which `$kind` is filled. */
const kinds: ReadonlySet<string> = new Set([
  ...Object.values(resourceByCollection).flatMap(({ name, plural }) => [name, plural]),
  'access_token',
  'access_tokens',
  'product',
  'products',
])

/** What was read of templates that nobody changes: a start reads each for its options, and again for its answers. */
const readBefore = new WeakMap<object, Map<string, ReadTemplate>>()

const keyOf = (name: TemplateName, operation: string | undefined): string => `${name} ${operation ?? ''}`

/** Keeps what was read of a template, by a frozen copy of it. */
export function rememberTemplate(
  read: ReadTemplate,
  name: TemplateName,
  frozen: unknown,
  operation: string | undefined,
): void {
  if (typeof frozen !== 'object' || frozen === null) return
  readBefore.set(frozen, (readBefore.get(frozen) ?? new Map()).set(keyOf(name, operation), read))
}

/**
 * Reads a template of a convention.
 * @param operation The operation whose answers alone it is for.
 * @throws EmulatorError `invalid_convention` when no answer can follow it.
 */
export function readTemplate(name: TemplateName, template: unknown, operation?: string): ReadTemplate {
  const before = isObject(template) ? readBefore.get(template)?.get(keyOf(name, operation)) : undefined
  if (before) return before
  const reader = new Reader(name, operation)
  const written = JSON.stringify(template)
  if (written.length > longest)
    throw reader.refusal(`is longer than ${longest} characters; leave out what clients do not read`)
  if (written.includes(placeMark)) throw reader.refusal('holds the character U+007F; leave it out')
  const [type, body] =
    name === 'errorBody' && isObject(template) ? reader.takeMediaType(template) : [undefined, template]
  const node = reader.node(body, 0)
  reader.assertComplete(node, 3 * written.length)
  return { node, mediaType: type }
}

/** Reads one template. What only few templates need is in methods of its own, so that a start need not compile it. */
class Reader {
  readonly #name: TemplateName
  readonly #operation: string | undefined
  #holes: Holes

  constructor(name: TemplateName, operation: string | undefined) {
    this.#name = name
    this.#operation = operation
    this.#holes = holesOf[name]
  }

  refusal(fault: string): EmulatorError {
    return new EmulatorError('invalid_convention', `The template of ${this.#name} ${fault}.`)
  }

  takeMediaType({
    [mediaTypeMember]: type,
    ...body
  }: Readonly<Record<string, unknown>>): readonly [string | undefined, unknown] {
    if (type === undefined || (typeof type === 'string' && mediaType.test(type))) return [type, body]
    throw this.refusal(
      `must name a media type of JSON in ${mediaTypeMember}, such as application/problem+json; got ${shortJson(type)}`,
    )
  }

  node(value: unknown, depth: number): TemplateNode {
    if (depth > deepest) throw this.refusal(`is deeper than ${deepest} levels; make it flatter`)
    if (typeof value === 'string') return this.#text(value)
    if (value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      return { kind: 'literal', value }
    if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => this.node(item, depth + 1)) }
    if (isObject(value)) return this.#object(value, depth)
    throw this.refusal(`must be JSON; got ${shortJson(value)}`)
  }

  #object(value: Readonly<Record<string, unknown>>, depth: number): TemplateNode {
    return directives.every((name) => !Object.hasOwn(value, name))
      ? this.#members(value, depth)
      : this.#directed(value, depth)
  }

  #directed(
    { $when, $unless, $each, $key, $value, $text, ...rest }: Readonly<Record<string, unknown>>,
    depth: number,
  ): TemplateNode {
    if ($when !== undefined && $unless !== undefined) throw this.refusal('has $when beside $unless; nest them')
    const isAlone = $each !== undefined || $value !== undefined || $text !== undefined
    const [other] = Object.keys(rest)
    if (isAlone && other !== undefined)
      throw this.refusal(`has a member ${shortJson(other)} beside $each, $value or $text, which stand for the whole`)
    if ($text !== undefined && ($each !== undefined || $value !== undefined))
      throw this.refusal('has $text beside $each or $value; leave one')
    if (($key !== undefined || $each !== undefined) && ($each === undefined || $value === undefined))
      throw this.refusal('needs $each and $value together, and $key only with them')
    const node =
      $each !== undefined
        ? this.#each($each, $key, $value, depth)
        : $text !== undefined
          ? ({ kind: 'asText', hole: this.#valueHole($text, '$text') } as const)
          : $value === undefined
            ? this.#members(rest, depth)
            : this.node($value, depth + 1)
    const condition = $when ?? $unless
    if (condition === undefined) return node
    const hole = this.#valueHole(condition, $when === undefined ? '$unless' : '$when')
    if (!this.#holes[hole]!.isOptional)
      throw this.refusal(`asks whether there is ${hole}, which every answer has; leave the question out`)
    return { kind: 'when', hole, isFilled: $when !== undefined, node }
  }

  /** A hole alone, that is a value. */
  #valueHole(written: unknown, directive: string): string {
    if (typeof written !== 'string' || !/^\$[A-Za-z]\w*$/.test(written))
      throw this.refusal(`has ${directive}: ${shortJson(written)}, which must be a hole such as "$next"`)
    return this.#hole(written)
  }

  #each($each: unknown, $key: unknown, $value: unknown, depth: number): TemplateNode {
    const hole = this.#valueHole($each, '$each')
    const of = eachOf[hole]
    if (!of) throw this.refusal(`has $each: "${hole}"; it takes ${Object.keys(eachOf).join(' or ')}`)
    if ($key !== undefined && ($key !== '$id' || hole !== '$items'))
      throw this.refusal('has a $key that is not "$id", by which only $items are members')
    const outer = this.#holes
    this.#holes = { [of.item]: of.item === '$item' ? { isJson: true } : {}, ...of.beside }
    const node = this.node($value, depth + 1)
    this.#holes = outer
    const found = holesIn(node)
    if (eachIn(node, hole)) throw this.refusal(`repeats ${hole} within itself`)
    if (hole === '$items' && found.filter((name) => name === '$item' || name === '$members').length !== 1)
      throw this.refusal('must have $item or $members once in what it repeats for each of $items')
    if (hole === '$items' && found.includes('$members') && !found.includes('$id') && $key === undefined)
      throw this.refusal('has $members, a record without its id, and no $id; clause 2.1 states that a record has it')
    if (hole === '$allowed' && !found.includes(of.item)) throw this.refusal(`repeats a part without ${of.item}`)
    if (hole === '$allowed' && new TextEncoder().encode(JSON.stringify($value)).length > mostEachBytes)
      throw this.refusal(`repeats more than ${mostEachBytes} bytes for each of $allowed; leave out what is long`)
    return { kind: 'each', hole, key: $key === undefined ? undefined : '$id', node }
  }

  #members(value: Readonly<Record<string, unknown>>, depth: number): TemplateNode {
    const members = Object.entries(value).map(([written, member]): TemplateMember => {
      const [name, isHole] = this.#memberName(written, member)
      return { name, isHole, value: this.node(member, depth + 1) }
    })
    const names = members.map(({ name }) => name)
    const clash = names.includes('$kind') ? names.find((name) => kinds.has(name)) : undefined
    if (clash !== undefined)
      throw this.refusal(`has a member ${clash} beside $kind, which is filled with that name too; rename it`)
    return { kind: 'object', members }
  }

  #memberName(written: string, member: unknown): readonly [name: string, isHole: boolean] {
    if (written === 'id' && this.#name.endsWith('Envelope') && member !== '$id' && !isBareId(member))
      throw this.refusal(anotherId)
    if (written === '__proto__') throw this.refusal('has a member __proto__; use another name')
    if (!written.startsWith('$')) return [written, false]
    if (written.startsWith('$$')) return [written.slice(1), false]
    if (this.#holes[written]?.isName) return [written, true]
    throw this.#noName(written)
  }

  #noName(written: string): EmulatorError {
    const names = Object.keys(this.#holes).filter((hole) => this.#holes[hole]!.isName)
    const advice = `write $${written} for a literal name`
    return this.refusal(
      Object.hasOwn(this.#holes, written)
        ? `has a member named ${written}, which cannot name a member; ${advice}`
        : `has a member named ${shortJson(written)}${didYouMean(written, names, ', which is no hole')} Otherwise ${advice}`,
    )
  }

  #text(text: string): TemplateNode {
    if (/^\$[A-Za-z]\w*$/.test(text)) return { kind: 'hole', hole: this.#hole(text) }
    return text.includes('$') ? this.#parts(text) : { kind: 'literal', value: text }
  }

  #parts(text: string): TemplateNode {
    const parts = [...text.matchAll(/\$\$|\$[A-Za-z]\w*|[^$]+|\$/g)].map(([part]): TextPart => {
      if (part === '$$') return { literal: '$' }
      if (part.length === 1 || !part.startsWith('$')) return { literal: part }
      const hole = this.#hole(part)
      if (this.#holes[hole]!.isJson !== true) return { hole }
      throw this.refusal(`has ${hole} within a text; it must stand alone, as "${hole}"`)
    })
    if (parts.some((part) => 'hole' in part)) return { kind: 'text', parts }
    return { kind: 'literal', value: parts.map((part) => ('literal' in part ? part.literal : '')).join('') }
  }

  #hole(written: string): string {
    if (Object.hasOwn(this.#holes, written)) return written
    throw this.#noHole(written)
  }

  #noHole(written: string): EmulatorError {
    const known = Object.keys(this.#holes)
    const all = `; its holes are ${known.join(', ')}.`
    return this.refusal(
      `has an unknown hole ${written}${didYouMean(written, known, all)} Write $${written} for a literal text`,
    )
  }

  /** @param bytes The most bytes of its literal parts. */
  assertComplete(node: TemplateNode, bytes: number): void {
    const found = holesIn(node)
    for (const [hole, { isNeeded }] of Object.entries(this.#holes))
      // Details have the allowed values too.
      if (isNeeded && !found.includes(hole) && !(hole === '$allowed' && found.includes('$details')))
        throw this.refusal(`has no ${hole}; ${reasons[hole] ?? 'add it'}`)
    const bulky = ['$items', '$item', '$members'].find((hole) => found.filter((name) => name === hole).length > 1)
    if (this.#name === 'objectEnvelope') this.#assertObject(found)
    if (bulky) throw this.refusal(`has ${bulky} more than once; leave one`)
    if (this.#name === 'errorBody') this.#assertBounded(found, bytes)
    if (this.#name === 'tokenResponse') this.#assertToken(node)
    if (this.#name === 'capabilities') this.#assertCommands(node, found)
  }

  #assertBounded(found: readonly string[], bytes: number): void {
    if (found.reduce((sum, hole) => sum + (this.#holes[hole]?.bytes ?? 0), bytes) <= mostBytes) return
    throw this.refusal(
      'repeats $message, $details or $allowed so often that an error could exceed 64 KB; leave some out',
    )
  }

  #assertObject(found: readonly string[]): void {
    const [hasItem, hasMembers, hasId] = ['$item', '$members', '$id'].map((hole) => found.includes(hole))
    const isOfDeletion = /\.(?:delete|revoke)$/.test(this.#operation ?? '')
    if (!hasItem && !hasMembers && !isOfDeletion)
      throw this.refusal('has no $item; an answer must have its object, except that to a DELETE')
    if (hasItem && hasMembers) throw this.refusal('has $item and $members; leave one')
    if (hasMembers && !hasId)
      throw this.refusal('has $members, a record without its id, and no $id; clause 2.1 states that a record has it')
    if (found.includes('$secret') && this.#operation !== 'access-tokens.create')
      throw this.refusal('has $secret, which only the answer of access-tokens.create has; give it for that operation')
  }

  /** Clause 2.3 states the names of the tokens. */
  #assertToken(node: TemplateNode): void {
    const members = membersAround(node, '$access_token')
    const found = holesIn(node)
    for (const token of ['access_token', 'refresh_token'] as const) {
      const hole = `$${token}`
      const isRight = members?.some(({ name, value }) => name === token && value.kind === 'hole' && value.hole === hole)
      const times = found.filter((name) => name === hole).length
      if (times > 1 || (times === 1 && !isRight))
        throw this.refusal(
          `must have ${hole} once and alone, as the member ${token} beside access_token: clause 2.3 states that name`,
        )
    }
  }

  #assertCommands(node: TemplateNode, found: readonly string[]): void {
    const isOfCommand = (hole: string) => hole !== '$requestId'
    const inCommands = commandNodes(node).flatMap(holesIn).filter(isOfCommand)
    if (inCommands.length === found.filter(isOfCommand).length) return
    throw this.refusal(
      'has a hole of a command outside an array with one object that holds $name, and outside an object whose only member is named $name; move it into one of them',
    )
  }
}

const anotherId =
  'has a member id: clause 2.1 states that it is the id of an object, of 27 letters and digits; rename it, as to request_id'

const reasons: Readonly<Record<string, string>> = {
  $items: 'a list must have its items',
  $allowed: 'clause 4.5 states that an invalid enum value is refused with the allowed options',
  $access_token: 'clause 2.3 states that the answer has the token',
  $name: 'a command must have its name',
  $inputSchema: 'clause 4.7 states that capabilities are the schemas of the commands',
}

/** The members of the object that has a hole as a value, where only objects are around it. */
function membersAround(node: TemplateNode, hole: string): readonly TemplateMember[] | undefined {
  if (node.kind !== 'object') return undefined
  if (node.members.some(({ value }) => value.kind === 'hole' && value.hole === hole)) return node.members
  for (const { value } of node.members) {
    const inner = membersAround(value, hole)
    if (inner) return inner
  }
  return undefined
}

/** The parts of a template that are repeated for each command: arrays, and maps by name. */
function commandNodes(node: TemplateNode): readonly TemplateNode[] {
  if (isRepeated(node)) return [node]
  if (node.kind === 'array') return node.items.flatMap(commandNodes)
  return node.kind === 'object' ? node.members.flatMap(({ value }) => commandNodes(value)) : []
}

/** True for an array with one object that holds `$name`, and for an object whose only member is named `$name`. */
export function isRepeated(node: TemplateNode): boolean {
  if (node.kind === 'object')
    return node.members.length === 1 && node.members[0]!.isHole && node.members[0]!.name === '$name'
  if (node.kind !== 'array' || node.items.length !== 1) return false
  const [item] = node.items
  return item!.kind === 'object' && holesIn(item!).includes('$name') && commandNodes(item!).length === 0
}
