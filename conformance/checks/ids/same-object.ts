import { findOperation } from '../../catalogue/operations.ts'
import { toAddress } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { stripPrefix, codeUnitOrder, nearId, idPrefix } from '../../reading/id-forms.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { VariantResult } from '../law.ts'
import { askOnce } from '../shared-answers.ts'
import { readListPage } from '../lists/pages.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { isSameJson } from '../../reading/same-json.ts'

/** A request about an object by its id. */
export type CallOfId = (id: string) => Call

/** Options of the comparison of answers. */
export interface SameObjectOptions {
  /** True if the answer to the id is known to differ from the answer to another id. */
  readonly isTelling?: boolean
  /** An id with another answer. Default: an id of no object. */
  readonly other?: string
  /** True if the answers must show exactly the same records. */
  readonly exact?: boolean
}

/**
 * Requests an object by its bare id, and returns a function that requests it with a prefix and compares the answers.
 * @throws Conclusion if there is nothing to compare.
 */
export async function sameObject(
  session: Session,
  form: CallOfId,
  id: string,
  { other = nearId(id), exact = false, isTelling = false }: SameObjectOptions = {},
): Promise<(prefix: string) => Promise<VariantResult>> {
  const bare = stripPrefix(id)
  let plain = await comparableAnswer(session, form, id)
  const control = isTelling ? undefined : await askOnce(session, form(other))
  if (control && areSameObject(session, plain, control, exact))
    blocked(
      because.alike,
      phrase`${toAddress(form(other).path, session.run.names)} returns the same answer for another id`,
    )
  return async (prefix) => {
    const compared = await compareForms(session, { bare: form(bare), prefixed: form(prefix + bare), exact }, plain)
    plain = compared.plain
    return compared.isSame ? 'kept' : variantDifference(session, compared.prefixed, plain)
  }
}

/**
 * The answer to a bare id, with something in it to compare.
 * @throws Conclusion `fail` when the declared form of the id works instead; `blocked` or `insufficientEvidence`.
 */
async function comparableAnswer(session: Session, form: CallOfId, id: string): Promise<Exchange> {
  const bare = stripPrefix(id)
  const address = toAddress(form(bare).path, session.run.names)
  const plain = await askOnce(session, form(bare))
  if (!hasSuccessStatus(plain)) {
    // If the declared form works and the bare one does not, the bare form is not accepted.
    const declared = idPrefix(id) === '' ? undefined : await session.send(form(id))
    if (declared && hasSuccessStatus(declared))
      fail({
        expected: phrase`the same answer for ${bare} as for ${id}`,
        got: answerPhrase(plain),
        fact: { kind: 'status', wanted: 'success', at: plain },
      })
    blocked(because.refused, phrase`nothing to compare at ${address}: ${answerPhrase(plain)}`, plain)
  }
  if (plain.response.json === undefined)
    blocked(because.absent, phrase`nothing to compare at ${address}: ${answerPhrase(plain)}`, plain)
  const { operation } = plain.request
  const mayBeList = operation === undefined || findOperation(operation).answer === 'list'
  if (mayBeList && readListPage(session, plain)?.ids.length === 0)
    insufficient(because.data, phrase`the list at ${address} is empty, so two answers cannot be compared`)
  return plain
}

/** Two forms of an id, and how their answers are compared. */
interface ComparedForms {
  readonly bare: Call
  readonly prefixed: Call
  readonly exact: boolean
}

/**
 * Compares the answer to a prefixed id with the answer to the bare id, repeating both while other clients change the
 * list.
 * @returns the answers that were compared last.
 */
async function compareForms(
  session: Session,
  { bare, prefixed: prefixedCall, exact }: ComparedForms,
  first: Exchange,
): Promise<{ readonly isSame: boolean; readonly plain: Exchange; readonly prefixed: Exchange }> {
  let plain = first
  let prefixed = await session.send(prefixedCall)
  let isSame = areSameObject(session, plain, prefixed, exact)
  // Records created by other clients meanwhile may have moved all earlier ones.
  for (let round = 0; round < rounds && !isSame && hasSuccessStatus(prefixed); round++) {
    const before = plain
    prefixed = await session.send(prefixedCall)
    plain = await session.send(bare)
    isSame =
      areSameObject(session, plain, prefixed, exact) ||
      isObjectAgain(session, before, plain, prefixed) ||
      (!exact &&
        (areSameObject(session, before, prefixed, exact) || isIntermediatePage(session, before, prefixed, plain)))
    if (round > 0 && areSameObject(session, before, plain, true)) break
  }
  return { isSame, plain, prefixed }
}

/** The maximum number of repetitions while the list of the bare id changes. */
const rounds = 3

/** Returns true if a page may lie between two reads of a list to which other clients add records. */
function isIntermediatePage(session: Session, before: Exchange, page: Exchange, after: Exchange): boolean {
  const [older, between, newer] = [before, page, after].map((exchange) => readListPage(session, exchange)?.ids ?? [])
  const [first, last] = [older!, newer!].map((ids) => ids.toSorted(codeUnitOrder).at(-1))
  if (first === undefined || last === undefined || between!.length === 0) return false
  return between!.every((id) => codeUnitOrder(first, id) < 0 && codeUnitOrder(id, last) < 0)
}

/** The difference between the answer to a prefixed id and the answer to the bare id. */
function variantDifference(session: Session, at: Exchange, other: Exchange): VariantResult {
  const [page, right] = [at, other].map((exchange) => readListPage(session, exchange)?.ids)
  const records = (ids: readonly string[]) => (ids.length === 0 ? phrase`no records` : someIds(ids))
  const got =
    page && right ? phrase`${records(page)} instead of ${records(right)}` : phrase`another answer, ${answerPhrase(at)}`
  return hasSuccessStatus(at)
    ? { got, fact: { kind: 'different', other, at } }
    : { got: answerPhrase(at), fact: { kind: 'status', wanted: 'success', at } }
}

/**
 * Returns true if two answers are about the same object. Lists must share a record, as more may be created at any time.
 * Pages by a cursor, which do not move, must have the same records. Other answers must be equal.
 */
function areSameObject(session: Session, first: Exchange, second: Exchange, exact: boolean): boolean {
  if (!hasSuccessStatus(first) || !hasSuccessStatus(second)) return false
  const [left, right] = [readListPage(session, first)?.ids ?? [], readListPage(session, second)?.ids ?? []]
  if (exact) return left.join() === right.join()
  return left.some((id) => right.includes(id)) || isSameJson(withoutPrefixes(first), withoutPrefixes(second))
}

/** An answer without the prefixes of ids, as it may repeat the id in the form that was sent. */
function withoutPrefixes({ response }: Exchange): unknown {
  return response.json === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(response.json).replaceAll(/(?<![0-9A-Za-z])[a-z]{3}_(?=[0-9A-Za-z]{27}(?![0-9A-Za-z]))/g, ''),
      )
}

/** Returns true if an answer differs only in values that also change between two answers about the same object. */
function isObjectAgain(session: Session, before: Exchange, again: Exchange, answer: Exchange): boolean {
  return (
    !readListPage(session, again) &&
    hasSuccessStatus(again) &&
    hasSuccessStatus(answer) &&
    matchesRepetition(withoutPrefixes(before), withoutPrefixes(again), withoutPrefixes(answer))
  )
}

/**
 * Returns true if two values are equal, apart from parts that differ between the first and its repetition, such as a
 * time.
 */
function matchesRepetition(first: unknown, again: unknown, other: unknown): boolean {
  const parts = [first, again, other]
  if (!parts.every((part) => typeof part === 'object' && part !== null))
    return isSameJson(first, other) || !isSameJson(first, again)
  const [left, repeated, right] = parts as Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(left!), ...Object.keys(right!)])].every((name) =>
    matchesRepetition(left![name], repeated![name], right![name]),
  )
}
