import type { AnyOf } from '../conclusions/kinds.ts'
import { namedValue } from '../reading/named-value.ts'
import { type AnswerShape, type JsonType, jsonTypes } from './answer-shape.ts'

/** The kinds of differences between two answers. `side` is the one that has it. */
export const differenceKinds = {
  status: { left: 'count', right: 'count' },
  mediaType: { left: 'text', right: 'text' },
  /** A member that only one of them has. */
  member: { path: 'text', side: ['left', 'right'], types: [jsonTypes] as readonly [typeof jsonTypes] },
  /** A member whose types differ. Null beside another type says that there may be no value, so it differs from none. */
  type: {
    path: 'text',
    left: [jsonTypes] as readonly [typeof jsonTypes],
    right: [jsonTypes] as readonly [typeof jsonTypes],
  },
  /** A relation of the Link header, with its attributes, that only one of them has. */
  relation: { relation: 'text', side: ['left', 'right'] },
  /** A header that only one of them has. */
  header: { header: 'text', side: ['left', 'right'] },
  /** A method that only one Allow header names. */
  method: { method: 'text', side: ['left', 'right'] },
} as const

/**
 * A difference between two answers to the same question. A client can notice each of them. Ids, times and other values
 * are never compared, as they differ between any two services.
 */
export type AnswerDifference = AnyOf<typeof differenceKinds>

/** The parts of two answers that are compared. */
export interface Comparing {
  /**
   * True where what the body holds is not the same thing at both, such as the value of a configuration. Then the
   * status, the media type and headers alone are compared.
   */
  readonly onlyForm?: boolean
}

/** The differences between two answers to the same question, those that say most first. */
export function compareAnswers(
  left: AnswerShape,
  right: AnswerShape,
  { onlyForm = false }: Comparing = {},
): readonly AnswerDifference[] {
  // The body of an answer with another status is another thing.
  if (left.status !== right.status) return [{ kind: 'status', left: left.status, right: right.status }]
  const media = left.mediaType === right.mediaType ? [] : [mediaTypes(left, right)]
  return [
    ...media,
    ...(onlyForm ? [] : members(left, right)),
    ...onlyIn(left.relations, right.relations).map(
      ([relation, side]) => ({ kind: 'relation', relation, side }) as const,
    ),
    ...(left.headers && right.headers ? onlyIn(left.headers, right.headers) : []).map(
      ([header, side]) => ({ kind: 'header', header, side }) as const,
    ),
    ...onlyIn(left.allow, right.allow).map(([method, side]) => ({ kind: 'method', method, side }) as const),
  ]
}

function mediaTypes(left: AnswerShape, right: AnswerShape): AnswerDifference {
  return { kind: 'mediaType', left: left.mediaType, right: right.mediaType }
}

function members(left: AnswerShape, right: AnswerShape): readonly AnswerDifference[] {
  const paths = [...new Set([...Object.keys(left.members), ...Object.keys(right.members)])].toSorted()
  const differing: AnswerDifference[] = []
  const missing: string[] = []
  for (const path of paths) {
    // A member that only one of them has stands for all that is inside.
    if (missing.some((outer) => isWithin(path, outer))) continue
    const [of, to] = [namedValue(left.members, path), namedValue(right.members, path)]
    if (of === undefined || to === undefined) {
      // An empty list, or a member that is null, does not show what is in it.
      if (isUnseen(path, of === undefined ? left : right)) continue
      missing.push(path)
      differing.push({ kind: 'member', path, side: of ? 'left' : 'right', types: (of ?? to)! })
    } else if (!sameTypes(of, to)) differing.push({ kind: 'type', path, left: of, right: to })
  }
  return differing
}

const isWithin = (path: string, outer: string): boolean =>
  path !== outer && path.startsWith(outer) && (path[outer.length] === '.' || path[outer.length] === '[' || outer === '')

/** Whether an answer holds nothing at the place of which a path is a part, so that the path cannot show. */
function isUnseen(path: string, { members: seen }: AnswerShape): boolean {
  let member = path
  for (let parent = parentOf(path); parent !== undefined; parent = parentOf(parent)) {
    const types = namedValue(seen, parent)
    // A map by id may be empty as an array may.
    const isOfMap = member === '{}' || member.endsWith('.{}')
    if (isOfMap && types?.includes('object') && !Object.keys(seen).some((inner) => isWithin(inner, parent!)))
      return true
    if (types !== undefined) return types.includes('array') ? !Object.hasOwn(seen, `${parent}[]`) : isOnlyNull(types)
    member = parent
  }
  return false
}

function parentOf(path: string): string | undefined {
  if (path === '') return undefined
  if (path.endsWith('[]')) return path.slice(0, -2)
  // A name in quotes may contain dots.
  const name = /(?:^|\.)(?:"(?:[^"\\]|\\.)*"|[^."[\]]*)$/.exec(path)
  return name === null ? '' : path.slice(0, name.index)
}

const isOnlyNull = (types: readonly JsonType[]): boolean => types.every((type) => type === 'null')

function sameTypes(left: readonly JsonType[], right: readonly JsonType[]): boolean {
  const real = (types: readonly JsonType[]) => types.filter((type) => type !== 'null')
  const [of, to] = [real(left), real(right)]
  return (
    of.length === 0 || to.length === 0 || of.every((type) => to.includes(type)) || to.every((type) => of.includes(type))
  )
}

function onlyIn(left: readonly string[], right: readonly string[]): readonly (readonly [string, 'left' | 'right'])[] {
  return [
    ...left.filter((text) => !right.includes(text)).map((text) => [text, 'left'] as const),
    ...right.filter((text) => !left.includes(text)).map((text) => [text, 'right'] as const),
  ]
}
