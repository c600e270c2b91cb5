// Failures of several requirements that one mistake explains are one entry of a report. Verdicts, counts and baselines
// stay those of each requirement.
import { cursorParameters, operationOf } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { type Fact, factIds, type FactKind, factMembers } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { isBare, isPrefixed, prefixOf } from '../reading/id-forms.ts'
import { parseLinkCursor, parseLinkHeader } from '../reading/link-header.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { sameFailures } from './same-failures.ts'

/** The failures of a requirement for one reason. */
interface Reason {
  readonly outcome: RequirementOutcome
  /** The one with the simplest request first. */
  readonly results: readonly CheckResult[]
}

/** What a report tells together. */
export interface FailureGroup {
  /** The requirement that is nearest to the mistake. */
  readonly outcome: RequirementOutcome
  /** Its failures, those for one reason together. */
  readonly failures: readonly (readonly CheckResult[])[]
  /** The other requirements that fail for one of these reasons. */
  readonly same: readonly { readonly outcome: RequirementOutcome; readonly results: readonly CheckResult[] }[]
}

/**
 * The failures of some requirements, each mistake once: with the requirement whose request is simplest, as a mistake
 * that shows without filters and cursors is not in what filters and cursors add.
 */
export function failureGroups(failed: readonly RequirementOutcome[]): readonly FailureGroup[] {
  const told = new Map<RequirementOutcome, { failures: (readonly CheckResult[])[]; same: Reason[] }>()
  for (const reasons of linked(failed.flatMap(reasonsOf))) {
    const lead = nearestOf(reasons).outcome
    const entry = told.get(lead) ?? { failures: [], same: [] }
    told.set(lead, entry)
    for (const reason of reasons)
      if (reason.outcome === lead) entry.failures.push(reason.results)
      else entry.same.push(reason)
  }
  return failed
    .flatMap((outcome) => {
      const entry = told.get(outcome)
      return entry ? [{ outcome, failures: nearestFirst(entry.failures), same: byRequirement(entry.same) }] : []
    })
    .sort((left, right) => distanceOf(left.failures[0]!) - distanceOf(right.failures[0]!))
}

function reasonsOf(outcome: RequirementOutcome): readonly Reason[] {
  return sameFailures(outcome.results).map((results) => ({
    outcome,
    results: results.toSorted((left, right) => distanceOf([left]) - distanceOf([right])),
  }))
}

function nearestFirst(failures: readonly (readonly CheckResult[])[]): readonly (readonly CheckResult[])[] {
  return failures.toSorted((left, right) => distanceOf(left) - distanceOf(right))
}

function byRequirement(reasons: readonly Reason[]): FailureGroup['same'] {
  return [...Map.groupBy(reasons, ({ outcome }) => outcome)].map(([outcome, members]) => ({
    outcome,
    results: members.flatMap(({ results }) => results),
  }))
}

/** Parts of the specification that say of every operation what its own clause says, too. */
const general: ReadonlySet<string> = new Set(['auth', 'versions'])

/** The reason that is nearest to the mistake. What is said of a place is nearer there than a rule for all places. */
function nearestOf(reasons: readonly Reason[]): Reason {
  const places = new Set(reasons.flatMap(({ results: [first] }) => (first?.fact ? placeOf(first.fact.at) : [])))
  const isGeneral = ({ outcome, results: [first] }: Reason) => {
    const isSaidOfAll = general.has(partOf(outcome)) || (partOf(outcome) === 'http' && first?.fact?.kind === 'header')
    return Number(places.size === 1 && isSaidOfAll)
  }
  const facts = reasons.flatMap(({ results: [first] }) => first?.fact ?? [])
  // What is wrong beside a cursor or another filter alone is not in what one filter matches.
  const together = facts.length < reasons.length ? undefined : togetherOf(facts.map(({ at }) => at))
  const isOfFilter = ({ outcome }: Reason) =>
    Number(together !== undefined && partOf(outcome) === 'filters' && outcome.requirement.id !== together)
  // An id of a wrong form is wrong on every page, however that is asked for.
  const isNoId = ({ outcome, results: [first] }: Reason) => {
    const ids = first?.fact ? factIds(first.fact) : []
    return Number(partOf(outcome) !== 'ids' || !ids.some((id) => !isBare(id)))
  }
  // A page with the record of its cursor may be longer than its limit for that reason.
  const isNoCursor = ({ results: [first] }: Reason) => Number(!first?.fact || !hasCursorItself(first.fact))
  // A page that is longer than its limit has wrong records for that reason.
  const isNoCount = ({ results: [first] }: Reason) => Number(first?.fact?.kind !== 'count')
  return reasons.toSorted(
    (left, right) =>
      isNoId(left) - isNoId(right) ||
      distanceOf(left.results) - distanceOf(right.results) ||
      isGeneral(left) - isGeneral(right) ||
      isOfFilter(left) - isOfFilter(right) ||
      isNoCursor(left) - isNoCursor(right) ||
      isNoCount(left) - isNoCount(right),
  )[0]!
}

/** Returns true if a page has the record of its own cursor. */
function hasCursorItself(fact: Fact): boolean {
  const { searchParams } = new URL(fact.at.request.url)
  return fact.kind === 'present' && cursorParameters.some((name) => fact.ids.includes(searchParams.get(name) ?? ''))
}

/** The requirement about parameters that stand together in each of some requests. */
function togetherOf(exchanges: readonly Exchange[]): RequirementId | undefined {
  const names = exchanges.map((exchange) => [...parametersOf(exchange)])
  const isCursor = (name: string) => cursorParameters.some((cursor) => cursor === name)
  if (names.every((all) => all.filter((name) => !isCursor(name)).length > 1)) return 'filters.and'
  return names.every((all) => all.some((name) => isCursor(name))) ? 'filters.paged' : undefined
}

/** The part of the specification that a requirement belongs to: the beginning of its id. */
function partOf({ requirement }: RequirementOutcome): string {
  return requirement.id.split('.')[0]!
}

/** More than any request has parameters. */
const far = 1000

/** Statuses that refuse a credential. */
const refusesCredential: ReadonlySet<number> = new Set([401, 403])

/**
 * The distance of a failure from the mistake: the simplest request is nearest. A credential that does not work says
 * less than the answer itself, unless the answer refuses the credential.
 */
function distanceOf([first]: readonly CheckResult[]): number {
  const fact = first?.fact
  if (!fact) return 0
  const refused = refusesCredential.has(fact.at.response.status) ? -1 : far
  return parametersOf(fact.at).size + (fact.kind === 'credential' && !fact.works ? refused : 0)
}

/** Reasons that belong together, directly or through others, in the order of the first ones. */
function linked(reasons: readonly Reason[]): readonly (readonly Reason[])[] {
  let groups: readonly (readonly Reason[])[] = []
  for (const reason of reasons) {
    const joined = groups.filter((group) => group.some((other) => belongTogether(reason, other)))
    const whole = [...joined.flat(), reason]
    const [first] = joined
    groups = first
      ? groups.flatMap((group) => (group === first ? [whole] : joined.includes(group) ? [] : [group]))
      : [...groups, whole]
  }
  return groups
}

function belongTogether(left: Reason, right: Reason): boolean {
  if (left.outcome === right.outcome) return false
  const [marks, others] = [left, right].map(
    ({ results }) => new Set(results.flatMap(({ fact }) => (fact ? marksOf(fact) : []))),
  )
  if ([...marks!].some((mark) => others!.has(mark))) return true
  if (!isOfRecords(left.results[0]?.fact) || !isOfRecords(right.results[0]?.fact)) return false
  return explains(left, right) || isSameCursor(left, right)
}

/** Kinds of facts about the records that a list has: a page that is wrong may show by any of them. */
const ofRecords: ReadonlySet<FactKind> = new Set([
  'status',
  'present',
  'missing',
  'count',
  'order',
  'repeated',
  'link',
  'body',
])

/** Whether a fact is about the records of a list that was served. */
function isOfRecords(fact: Fact | undefined): boolean {
  return fact !== undefined && ofRecords.has(fact.kind) && fact.at.response.status < 300
}

/** Whether the pages of one operation, both by the same cursor, are wrong for what is said of cursors and limits. */
function isSameCursor(left: Reason, right: Reason): boolean {
  if (partOf(left.outcome) !== 'cursors' || partOf(right.outcome) !== 'cursors') return false
  const [first, second] = [left, right].map(({ results: [result] }) => result!.fact!.at)
  const isIn = (exchange: Exchange, name: string) => parametersOf(exchange).has(name)
  return (
    placeOf(first!) === placeOf(second!) && cursorParameters.some((name) => isIn(first!, name) && isIn(second!, name))
  )
}

/**
 * Whether one of two requests to an operation has the parameters of the other: what goes wrong with some goes wrong
 * with more of them.
 */
function explains(left: Reason, right: Reason): boolean {
  const [first, second] = [left, right].map(({ results: [result] }) => result!.fact!.at)
  if (placeOf(first!) !== placeOf(second!)) return false
  const isLeft = parametersOf(first!).size <= parametersOf(second!).size
  const [fewer, more] = [parametersOf(isLeft ? first! : second!), parametersOf(isLeft ? second! : first!)]
  return (fewer.size > 0 || isOfAllLists(isLeft ? left : right)) && [...fewer].every((name) => more.has(name))
}

/** Whether a mistake is in what every list of an operation has: its ids, and their order. */
function isOfAllLists({ outcome, results: [first] }: Reason): boolean {
  return partOf(outcome) === 'ids' || first?.fact?.kind === 'order'
}

/** The names of the parameters of a request, without `limit`, which pages of any kind take. */
function parametersOf({ request }: Exchange): ReadonlySet<string> {
  return new Set([...new URL(request.url).searchParams.keys()].filter((name) => name !== 'limit'))
}

/** The documented path of a request, or its path. */
function placeOf({ request: { operation, url } }: Exchange): string {
  return operation === undefined ? new URL(url).pathname : operationOf(operation).path
}

/** Statuses that services answer for many reasons: they are the same mistake at one operation alone. */
const everydayRefusals: ReadonlySet<number> = new Set([400, 401, 403])

/** The marks of a mistake: two failures that share one are told together. */
function marksOf(fact: Fact): readonly string[] {
  const { request, response } = fact.at
  const { method, url, headers } = request
  const place = placeOf(fact.at)
  const marks: unknown[] = [['exchange', kindOf(fact), method, url, headers['authorization'], request.body]]
  // What was refused as it should be has another fault than its status.
  if (response.status >= 400 && fact.kind !== 'effect') {
    const isEveryday = everydayRefusals.has(response.status)
    marks.push(['answer', response.status, withoutIds(response.text), ...(isEveryday ? [place] : [])])
    if (fact.kind === 'status' && typeof fact.wanted === 'number') marks.push(['status', fact.wanted, response.status])
  }
  // The body that is served is wrong, whatever the credential is.
  if (response.status < 300 && (fact.kind === 'body' || (fact.kind === 'credential' && !fact.works)))
    marks.push(['body', method, url, headers['authorization']])
  if (fact.kind === 'header') marks.push(['header', fact.name, response.headers[fact.name]])
  if (fact.kind === 'credential' && fact.works) marks.push(['served', headers['authorization']?.split(' ')[0]])
  if ((fact.kind === 'status' || fact.kind === 'body') && !isJson(response.headers['content-type']))
    marks.push(['header', 'content-type', response.headers['content-type']])
  for (const name of factMembers(fact)) marks.push(['member', place.split('/').find((part) => part !== ''), name])
  if (fact.kind === 'alike') marks.push(['alike', place])
  for (const id of factIds(fact)) marks.push(isBare(id) ? ['record', place, id] : ['id', formOf(id)])
  if (hasWrongCursor(fact)) marks.push(['cursor'])
  // A cursor that the target gave in a wrong form, and refuses.
  if (fact.kind !== 'status' || fact.wanted !== 400)
    for (const name of ['starting_after', 'ending_before']) {
      const id = new URL(url).searchParams.get(name)
      if (id !== null && !isBare(id) && !isPrefixed(id)) marks.push(['id', formOf(id)])
    }
  return marks.map((mark) => JSON.stringify(mark))
}

/** Returns true if a Link header gives a cursor of another form, or a request with one is not served. */
function hasWrongCursor({ kind, at: { request, response } }: Fact): boolean {
  const isWrong = (cursor: string) => parseLinkCursor(cursor) === undefined
  if (kind === 'link' && response.status < 300)
    return (parseLinkHeader(response.headers['link'] ?? '') ?? []).some(({ target }) => {
      const cursor = URL.parse(target, request.url)?.searchParams.get('cursor')
      return typeof cursor === 'string' && isWrong(cursor)
    })
  const sent = new URL(request.url).searchParams.get('cursor')
  return sent !== null && response.status >= 400 && isWrong(sent)
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
}

function kindOf(fact: Fact): string {
  return fact.kind === 'link' ? `link ${fact.relation}` : fact.kind
}

/** The form of an id that is not bare: its prefix, or its length. */
function formOf(id: string): string | number {
  return isPrefixed(id) ? prefixOf(id) : id.length
}

/** A text without what differs from request to request: words as long as an id, and numbers. */
function withoutIds(text: string): string {
  return text.replaceAll(/[\w-]{20,}|\d+/g, '')
}
