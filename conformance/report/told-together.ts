// Failures of several requirements that one mistake explains are one entry of a report. Verdicts, counts and baselines
// stay those of each requirement.
import { operationOf } from '../catalogue/operations.ts'
import { type Fact, factIds } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { isBare, isPrefixed, prefixOf } from '../reading/id-forms.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { sameFailures } from './same-failures.ts'

/** The failures of a requirement for one reason. */
interface Reason {
  readonly outcome: RequirementOutcome
  /** The one with the simplest request first. */
  readonly results: readonly CheckResult[]
}

/** What a report tells together. */
export interface ToldTogether {
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
export function toldTogether(failed: readonly RequirementOutcome[]): readonly ToldTogether[] {
  const told = new Map<RequirementOutcome, { failures: (readonly CheckResult[])[]; same: Reason[] }>()
  for (const reasons of linked(failed.flatMap(reasonsOf))) {
    const lead = [...reasons].sort(byNearness)[0]!.outcome
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

function byRequirement(reasons: readonly Reason[]): ToldTogether['same'] {
  return [...Map.groupBy(reasons, ({ outcome }) => outcome)].map(([outcome, members]) => ({
    outcome,
    results: members.flatMap(({ results }) => results),
  }))
}

function byNearness(left: Reason, right: Reason): number {
  return distanceOf(left.results) - distanceOf(right.results)
}

/** More than any request has parameters. */
const far = 1000

/**
 * The distance of a failure from the mistake: the simplest request is nearest, and a refused credential says less than
 * the refusal itself.
 */
function distanceOf([first]: readonly CheckResult[]): number {
  const fact = first?.fact
  if (!fact) return 0
  const names = [...new URL(fact.at.request.url).searchParams.keys()]
  return names.filter((name) => name !== 'limit').length + (fact.kind === 'credential' && !fact.works ? far : 0)
}

/** Reasons that share a mark, directly or through others, in the order of the first ones. */
function linked(reasons: readonly Reason[]): readonly (readonly Reason[])[] {
  let groups: { readonly marks: Set<string>; readonly reasons: readonly Reason[] }[] = []
  for (const reason of reasons) {
    const marks = new Set(reason.results.flatMap(({ fact }) => (fact ? marksOf(fact) : [])))
    const joined = groups.filter((group) => [...marks].some((mark) => group.marks.has(mark)))
    const whole = {
      marks: new Set([...joined.flatMap((group) => [...group.marks]), ...marks]),
      reasons: [...joined.flatMap((group) => group.reasons), reason],
    }
    const [first] = joined
    groups = first
      ? groups.flatMap((group) => (group === first ? [whole] : joined.includes(group) ? [] : [group]))
      : [...groups, whole]
  }
  return groups.map((group) => group.reasons)
}

/** Statuses that services answer for many reasons: they are the same mistake at one operation alone. */
const everydayRefusals: ReadonlySet<number> = new Set([400, 401, 403])

/** The marks of a mistake: two failures that share one are told together. */
function marksOf(fact: Fact): readonly string[] {
  const { request, response } = fact.at
  const { operation, method, url, headers } = request
  const place = operation === undefined ? new URL(url).pathname : operationOf(operation).path
  const marks: unknown[] = [['exchange', kindOf(fact), method, url, headers['authorization'], request.body]]
  // What was refused as it should be has another fault than its status.
  if (response.status >= 400 && fact.kind !== 'effect') {
    const isEveryday = everydayRefusals.has(response.status)
    marks.push(['answer', response.status, withoutIds(response.text), ...(isEveryday ? [place] : [])])
    if (fact.kind === 'status' && typeof fact.wanted === 'number') marks.push(['status', fact.wanted, response.status])
  }
  if (fact.kind === 'header') marks.push(['header', fact.name, response.headers[fact.name]])
  if (fact.kind === 'credential' && fact.works) marks.push(['served', headers['authorization']?.split(' ')[0]])
  if (fact.kind === 'alike') marks.push(['alike', place])
  for (const id of factIds(fact)) marks.push(isBare(id) ? ['record', place, id] : ['id', formOf(id)])
  // A cursor that the target gave in a wrong form, and refuses.
  if (fact.kind !== 'status' || fact.wanted !== 400)
    for (const name of ['starting_after', 'ending_before']) {
      const id = new URL(url).searchParams.get(name)
      if (id !== null && !isBare(id) && !isPrefixed(id)) marks.push(['id', formOf(id)])
    }
  return marks.map((mark) => JSON.stringify(mark))
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
