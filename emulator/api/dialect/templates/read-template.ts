// Reads the templates of conventions and refuses templates that cannot make an answer.
import { EmulatorError } from '../../../tools/emulator-error.ts'
import { isObject } from '../../../tools/is-object.ts'
import { didYouMean } from '../../../tools/nearest.ts'
import { shortJson } from '../../../tools/short-text.ts'
import { resourceByCollection } from '../../../model/resources/resources.ts'
import {
  directives,
  holesOf,
  listedHoles,
  mediaTypeMember,
  type Holes,
  repeatedHoles,
  type TemplateName,
} from './holes.ts'
import { collectEaches, collectHoles, type TemplateMember, type TemplateNode, type TextPart } from './template-node.ts'

/** A template with the media type that it names. */
export interface ReadTemplate {
  readonly node: TemplateNode
  /** Undefined: `application/json`. */
  readonly mediaType: string | undefined
}

const deepest = 20
const longest = 8000
const isBareId = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z\d]{27}$/.test(value)
const mediaType = /^application\/(?:[a-z0-9.-]+\+)?json$/

/** The member names of the kinds of records, which fill `$kind`. */
const kinds: ReadonlySet<string> = new Set([
  ...Object.values(resourceByCollection).flatMap(({ name, plural }) => [name, plural]),
  'access_token',
  'access_tokens',
  'product',
  'products',
])

/**
 * Reads a template of a convention.
 * @param operation The only operation whose answers use it.
 * @throws EmulatorError `invalid_convention` when no answer can follow it.
 */
export function readTemplate(name: TemplateName, template: unknown, operation?: string): ReadTemplate {
  const reader: Reader = { name, operation, holes: holesOf[name] }
  const written = JSON.stringify(template)
  if (written.length > longest)
    throw templateError(reader, `is longer than ${longest} characters; leave out what clients do not read`)
  const [type, body] =
    name === 'errorBody' && isObject(template) ? takeMediaType(reader, template) : [undefined, template]
  const read = readNode(reader, body, 0)
  const node = name === 'capabilities' ? repeatCommands(read) : read
  assertComplete(reader, node)
  return { node, mediaType: type }
}

/**
 * Reads a part of a convention that is not a whole template.
 * @param name The convention and the place of the part, for messages.
 * @throws EmulatorError `invalid_convention`
 */
export function readPart(name: string, part: unknown, holes: Holes): TemplateNode {
  return readNode({ name, operation: undefined, holes }, part, 0)
}

/** The state of reading one template. */
interface Reader {
  readonly name: string
  readonly operation: string | undefined
  /** The holes that are valid in the current part. */
  holes: Holes
}

function templateError(reader: Reader, fault: string): EmulatorError {
  return new EmulatorError('invalid_convention', `The template of ${reader.name} ${fault}.`)
}

function takeMediaType(
  reader: Reader,
  { [mediaTypeMember]: type, ...body }: Readonly<Record<string, unknown>>,
): readonly [string | undefined, unknown] {
  if (type === undefined || (typeof type === 'string' && mediaType.test(type))) return [type, body]
  throw templateError(
    reader,
    `must name a media type of JSON in ${mediaTypeMember}, such as application/problem+json; got ${shortJson(type)}`,
  )
}

function readNode(reader: Reader, value: unknown, depth: number): TemplateNode {
  if (depth > deepest) throw templateError(reader, `is deeper than ${deepest} levels; make it flatter`)
  if (typeof value === 'string') return textNode(reader, value)
  if (value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return { kind: 'literal', value }
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => readNode(reader, item, depth + 1)) }
  if (isObject(value)) return objectNode(reader, value, depth)
  throw templateError(reader, `must be JSON; got ${shortJson(value)}`)
}

function objectNode(reader: Reader, value: Readonly<Record<string, unknown>>, depth: number): TemplateNode {
  return directives.every((name) => !Object.hasOwn(value, name))
    ? readObject(reader, value, depth)
    : directedNode(reader, value, depth)
}

function directedNode(
  reader: Reader,
  { $when, $unless, $each, $key, $value, $text, ...rest }: Readonly<Record<string, unknown>>,
  depth: number,
): TemplateNode {
  if ($when !== undefined && $unless !== undefined) throw templateError(reader, 'has $when next to $unless; nest them')
  const isAlone = $each !== undefined || $value !== undefined || $text !== undefined
  const [other] = Object.keys(rest)
  if (isAlone && other !== undefined)
    throw templateError(
      reader,
      `has a member ${shortJson(other)} next to $each, $value or $text, which replace the whole object`,
    )
  if ($text !== undefined && ($each !== undefined || $value !== undefined))
    throw templateError(reader, 'has $text next to $each or $value; keep one')
  if (($key !== undefined || $each !== undefined) && ($each === undefined || $value === undefined))
    throw templateError(reader, 'needs $each and $value together, and $key only with them')
  const node =
    $each !== undefined
      ? eachNode(reader, $each, $key, $value, depth)
      : $text !== undefined
        ? ({ kind: 'asText', hole: textHole(reader, valueHole(reader, $text, '$text')) } as const)
        : $value === undefined
          ? readObject(reader, rest, depth)
          : readNode(reader, $value, depth + 1)
  const condition = $when ?? $unless
  if (condition === undefined) return node
  const hole = valueHole(reader, condition, $when === undefined ? '$unless' : '$when')
  const { isOptional, isList } = reader.holes[hole]!
  if (!isOptional && !isList)
    throw templateError(reader, `asks whether there is ${hole}, which every answer has; leave the question out`)
  return { kind: 'when', hole, isFilled: $when !== undefined, node }
}

/** Reads the value of a directive, which must be a single hole. */
function valueHole(reader: Reader, written: unknown, directive: string): string {
  if (typeof written !== 'string' || !/^\$[A-Za-z]\w*$/.test(written))
    throw templateError(reader, `has ${directive}: ${shortJson(written)}, which must be a hole such as "$next"`)
  return holeNamed(reader, written)
}

function eachNode(reader: Reader, $each: unknown, $key: unknown, $value: unknown, depth: number): TemplateNode {
  const hole = valueHole(reader, $each, '$each')
  const repeated = repeatedHoles[hole]
  if (!repeated) {
    const repeatable = Object.keys(repeatedHoles).filter((name) => Object.hasOwn(reader.holes, name))
    throw templateError(reader, `has $each: "${hole}"; it takes ${repeatable.join(' or ')}`)
  }
  if ($key !== undefined && $key !== repeated.key)
    throw templateError(reader, 'has a $key that is not "$id", by which only $items are members')
  const outer = reader.holes
  reader.holes = repeated.holes
  const node = readNode(reader, $value, depth + 1)
  reader.holes = outer
  const found = collectHoles(node)
  if (hole === '$items' && found.filter((name) => name === '$item' || name === '$members').length !== 1)
    throw templateError(reader, 'must have $item or $members once in what it repeats for each of $items')
  if (hole === '$items' && found.includes('$members') && !found.includes('$id') && $key === undefined)
    throw templateError(
      reader,
      'has $members, a record without its id, and no $id; clause 2.1 states that a record has it',
    )
  const { needed } = repeated
  if (needed !== undefined && !found.includes(needed)) throw templateError(reader, `repeats a part without ${needed}`)
  return { kind: 'each', hole, key: $key === undefined ? undefined : '$id', node }
}

function readObject(reader: Reader, value: Readonly<Record<string, unknown>>, depth: number): TemplateNode {
  const members = Object.entries(value).map(([written, member]): TemplateMember => {
    const [name, isHole] = readMemberName(reader, written, member)
    return { name, isHole, value: readNode(reader, member, depth + 1) }
  })
  const names = members.map(({ name }) => name)
  const clash = names.includes('$kind') ? names.find((name) => kinds.has(name)) : undefined
  if (clash !== undefined)
    throw templateError(reader, `has a member ${clash} next to $kind, which is filled with the same name; rename it`)
  return { kind: 'object', members }
}

function readMemberName(reader: Reader, written: string, member: unknown): readonly [name: string, isHole: boolean] {
  if (written === 'id' && reader.name.endsWith('Envelope') && member !== '$id' && !isBareId(member))
    throw templateError(reader, anotherId)
  if (written === '__proto__') throw templateError(reader, 'has a member __proto__; use another name')
  if (!written.startsWith('$')) return [written, false]
  if (written.startsWith('$$')) return [written.slice(1), false]
  if (reader.holes[written]?.isName) return [written, true]
  throw noName(reader, written)
}

function noName(reader: Reader, written: string): EmulatorError {
  const names = Object.keys(reader.holes).filter((hole) => reader.holes[hole]!.isName)
  const advice = `write $${written} for a literal name`
  return templateError(
    reader,
    Object.hasOwn(reader.holes, written)
      ? `has a member named ${written}, which cannot name a member; ${advice}`
      : `has a member named ${shortJson(written)}${didYouMean(written, names, ', which is not a hole.')} Otherwise ${advice}`,
  )
}

function textNode(reader: Reader, text: string): TemplateNode {
  if (/^\$[A-Za-z]\w*$/.test(text)) return { kind: 'hole', hole: holeNamed(reader, text) }
  return text.includes('$') ? readTextParts(reader, text) : { kind: 'literal', value: text }
}

function readTextParts(reader: Reader, text: string): TemplateNode {
  const parts = [...text.matchAll(/\$\$|\$[A-Za-z]\w*|[^$]+|\$/g)].map(([part]): TextPart => {
    if (part === '$$') return { literal: '$' }
    if (part.length === 1 || !part.startsWith('$')) return { literal: part }
    return { hole: textHole(reader, holeNamed(reader, part)) }
  })
  if (parts.some((part) => 'hole' in part)) return { kind: 'text', parts }
  return { kind: 'literal', value: parts.map((part) => ('literal' in part ? part.literal : '')).join('') }
}

/** A hole within a string. */
function textHole(reader: Reader, hole: string): string {
  if (reader.holes[hole]!.isJson !== true) return hole
  throw templateError(reader, `has ${hole} within a text; it must be the whole text, as "${hole}"`)
}

function holeNamed(reader: Reader, written: string): string {
  if (Object.hasOwn(reader.holes, written)) return written
  throw noHole(reader, written)
}

function noHole(reader: Reader, written: string): EmulatorError {
  const known = listedHoles(reader.holes)
  const all = `; its holes are ${known.join(', ')}.`
  return templateError(
    reader,
    `has an unknown hole ${written}${didYouMean(written, known, all)} Write $${written} for a literal text`,
  )
}

function assertComplete(reader: Reader, node: TemplateNode): void {
  const found = collectHoles(node)
  for (const [hole, { isNeeded }] of Object.entries(reader.holes))
    // Details and options have the allowed values too.
    if (
      isNeeded &&
      ![hole, ...(hole === '$allowed' ? ['$details', '$options'] : [])].some((name) => found.includes(name))
    )
      throw templateError(reader, `has no ${hole}; ${reasons[hole] ?? 'add it'}`)
  const bulky = ['$items', '$item', '$members'].find((hole) => found.filter((name) => name === hole).length > 1)
  if (reader.name === 'objectEnvelope') assertObject(reader, found)
  if (bulky) throw templateError(reader, `has ${bulky} more than once; leave one`)
  if (reader.name === 'tokenResponse') assertToken(reader, node)
  if (reader.name === 'capabilities') assertCommands(reader, node)
}

function assertObject(reader: Reader, found: readonly string[]): void {
  const [hasItem, hasMembers, hasId] = ['$item', '$members', '$id'].map((hole) => found.includes(hole))
  const isOfDeletion = /\.(?:delete|revoke)$/.test(reader.operation ?? '')
  if (!hasItem && !hasMembers && !isOfDeletion)
    throw templateError(reader, 'has no $item; an answer must have its object, except that to a DELETE')
  if (hasItem && hasMembers) throw templateError(reader, 'has $item and $members; leave one')
  if (hasMembers && !hasId)
    throw templateError(
      reader,
      'has $members, a record without its id, and no $id; clause 2.1 states that a record has it',
    )
  if (found.includes('$secret') && reader.operation !== 'access-tokens.create')
    throw templateError(
      reader,
      'has $secret, which only the answer of access-tokens.create has; give it for that operation',
    )
}

/** Clause 2.3 states the names of the tokens. */
function assertToken(reader: Reader, node: TemplateNode): void {
  const members = findSurroundingMembers(node, '$access_token')
  const found = collectHoles(node)
  for (const token of ['access_token', 'refresh_token'] as const) {
    const hole = `$${token}`
    const isRight = members?.some(({ name, value }) => name === token && value.kind === 'hole' && value.hole === hole)
    const times = found.filter((name) => name === hole).length
    if (times > 1 || (times === 1 && !isRight))
      throw templateError(
        reader,
        `must have ${hole} once, as the whole value of the member ${token} next to access_token: clause 2.3 states that name`,
      )
  }
}

/** Checks that the holes of commands are in a repeated part: see `repeatCommands`. */
function assertCommands(reader: Reader, node: TemplateNode): void {
  const isOfCommand = (hole: string) => hole !== '$requestId'
  const inCommands = collectEaches(node, '$commands').flatMap(collectHoles).filter(isOfCommand)
  if (inCommands.length === collectHoles(node).filter(isOfCommand).length) return
  throw templateError(
    reader,
    'has a hole of a command outside an array with one object that holds $name, and outside an object whose only member is named $name; move it into one of them',
  )
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

/** The members of the object that has a hole as a value, if only objects surround it. */
function findSurroundingMembers(node: TemplateNode, hole: string): readonly TemplateMember[] | undefined {
  if (node.kind !== 'object') return undefined
  if (node.members.some(({ value }) => value.kind === 'hole' && value.hole === hole)) return node.members
  for (const { value } of node.members) {
    const inner = findSurroundingMembers(value, hole)
    if (inner) return inner
  }
  return undefined
}

/**
 * Repeats for each command an array with one object that holds `$name`, and an object whose only member is named
 * `$name`.
 */
function repeatCommands(node: TemplateNode): TemplateNode {
  if (node.kind === 'object') {
    const [member] = node.members
    if (node.members.length === 1 && member!.isHole && member!.name === '$name')
      return { kind: 'each', hole: '$commands', key: '$name', node: member!.value }
    return { ...node, members: node.members.map((each) => ({ ...each, value: repeatCommands(each.value) })) }
  }
  if (node.kind !== 'array') return node
  const items = node.items.map(repeatCommands)
  const [item] = items
  return items.length === 1 &&
    item!.kind === 'object' &&
    collectHoles(item!).includes('$name') &&
    !collectHoles(item!).includes('$commands')
    ? { kind: 'each', hole: '$commands', key: undefined, node: item! }
    : { ...node, items }
}
