import type { AnyOf } from '../conclusions/kinds.ts'
import { namedValue } from '../reading/named-value.ts'
import { type AnswerShape, type JsonType, jsonTypes } from './answer-shape.ts'
import { parentPath } from './member-paths.ts'

/** The kinds of differences between two answers. `side` is the one that has it. */
export const differenceKinds = {
  status: { left: 'count', right: 'count' },
  mediaType: { left: 'text', right: 'text' },
  /** A member that only one answer has. */
  member: { path: 'text', side: ['left', 'right'], types: [jsonTypes] as readonly [typeof jsonTypes] },
  /** A member whose types differ. Null means that the value may be absent, so it equals any other type. */
  type: {
    path: 'text',
    left: [jsonTypes] as readonly [typeof jsonTypes],
    right: [jsonTypes] as readonly [typeof jsonTypes],
  },
  /** A redirect that led to only one answer, or another one. Empty for none. */
  redirect: { left: 'text', right: 'text' },
  /** A relation of the Link header, with its attributes, that only one answer has. */
  relation: { relation: 'text', side: ['left', 'right'] },
  /** A header that only one answer has. */
  header: { header: 'text', side: ['left', 'right'] },
  /** A method that only one Allow header has. */
  method: { method: 'text', side: ['left', 'right'] },
} as const

/**
 * A difference between two answers to the same question that a client can notice. Ids, times and other values are never
 * compared, as they differ between any two services.
 */
export type AnswerDifference = AnyOf<typeof differenceKinds>

/** Options of `compareAnswers`. */
export interface CompareOptions {
  /**
   * True if the bodies are not comparable, such as the value of a configuration. Then only the status, the media type
   * and headers are compared.
   */
  readonly onlyForm?: boolean
}

/** The differences between two answers to the same question, the most significant first. */
export function compareAnswers(
  left: AnswerShape,
  right: AnswerShape,
  { onlyForm = false }: CompareOptions = {},
): readonly AnswerDifference[] {
  if (left.redirect !== right.redirect)
    return [{ kind: 'redirect', left: left.redirect ?? '', right: right.redirect ?? '' }]
  // Bodies of answers with different statuses are not comparable.
  if (left.status !== right.status) return [{ kind: 'status', left: left.status, right: right.status }]
  const media = left.mediaType === right.mediaType ? [] : [mediaTypes(left, right)]
  return [
    ...media,
    ...(onlyForm ? [] : memberDifferences(left, right)),
    ...oneSidedTexts(left.relations, right.relations).map(
      ([relation, side]) => ({ kind: 'relation', relation, side }) as const,
    ),
    ...oneSidedTexts(left.headers, right.headers).map(([header, side]) => ({ kind: 'header', header, side }) as const),
    ...oneSidedTexts(left.allow, right.allow).map(([method, side]) => ({ kind: 'method', method, side }) as const),
  ]
}

function mediaTypes(left: AnswerShape, right: AnswerShape): AnswerDifference {
  return { kind: 'mediaType', left: left.mediaType, right: right.mediaType }
}

function memberDifferences(left: AnswerShape, right: AnswerShape): readonly AnswerDifference[] {
  const paths = [...new Set([...Object.keys(left.members), ...Object.keys(right.members)])].toSorted()
  const differing: AnswerDifference[] = []
  const missing: string[] = []
  for (const path of paths) {
    // A missing member is reported without its inner members.
    if (missing.some((outer) => isNestedPath(path, outer))) continue
    const [of, to] = [namedValue(left.members, path), namedValue(right.members, path)]
    if (of === undefined || to === undefined) {
      // An empty list or a null member does not show its contents.
      if (isUnseen(path, of === undefined ? left : right)) continue
      missing.push(path)
      differing.push({ kind: 'member', path, side: of ? 'left' : 'right', types: (of ?? to)! })
    } else if (!sameTypes(of, to)) differing.push({ kind: 'type', path, left: of, right: to })
  }
  return differing
}

const isNestedPath = (path: string, outer: string): boolean =>
  path !== outer && path.startsWith(outer) && (path[outer.length] === '.' || path[outer.length] === '[' || outer === '')

/** Returns true if a path is inside an empty or null member, so that the answer cannot show it. */
function isUnseen(path: string, { members: seen }: AnswerShape): boolean {
  let member = path
  for (let parent = parentPath(path); parent !== undefined; parent = parentPath(parent)) {
    const types = namedValue(seen, parent)
    // A map by id may be empty, like an array.
    const isOfMap = member === '{}' || member.endsWith('.{}')
    if (isOfMap && types?.includes('object') && !Object.keys(seen).some((inner) => isNestedPath(inner, parent!)))
      return true
    if (types !== undefined) return types.includes('array') ? !Object.hasOwn(seen, `${parent}[]`) : isOnlyNull(types)
    member = parent
  }
  return false
}

const isOnlyNull = (types: readonly JsonType[]): boolean => types.every((type) => type === 'null')

function sameTypes(left: readonly JsonType[], right: readonly JsonType[]): boolean {
  const real = (types: readonly JsonType[]) => types.filter((type) => type !== 'null')
  const [of, to] = [real(left), real(right)]
  return (
    of.length === 0 || to.length === 0 || of.every((type) => to.includes(type)) || to.every((type) => of.includes(type))
  )
}

function oneSidedTexts(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly [string, 'left' | 'right'])[] {
  return [
    ...left.filter((text) => !right.includes(text)).map((text) => [text, 'left'] as const),
    ...right.filter((text) => !left.includes(text)).map((text) => [text, 'right'] as const),
  ]
}
