// A finding about a service: failures with one cause.
import { findRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { type Exchange, hasOtherSecret, toCurl } from '../conclusions/exchange.ts'
import { factExchanges, type FactKind } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { phraseText } from '../wording/text.ts'
import { failureAdvice } from './advice-of-failure.ts'
import { blockedBy } from './outcomes.ts'
import { type Finding, type FindingLine, statementLines } from './document.ts'
import { documentedPlace, recordIds } from './findings.ts'
import { counted, cutBody, firstNames } from './text.ts'

/**
 * A finding.
 * @param failures Failures with one cause, the most important first.
 * @param all The results of the run.
 */
export function serviceFinding(failures: readonly CheckResult[], all: readonly CheckResult[]): Finding {
  const [first, ...others] = failures as readonly [CheckResult, ...CheckResult[]]
  const { requirement, message, evidence, reproduce } = first
  const { statement, clause } = findRequirement(requirement)!
  const broken = Map.groupBy(others, (other) => other.requirement)
  const last = evidence.at(-1)
  return {
    id: requirement,
    requirement,
    statement,
    note: `clause ${clause}`,
    place: decidingPlace(first, failures.filter(sharesRecords(first))),
    message,
    lines: [
      ...statementLines(first),
      { label: 'check', text: [first.check, ...otherPlaces(first)].join(', ') },
      ...(first.alike === undefined ? [] : [alsoLine(`wrong: ${phraseText(first.alike)}`)]),
      ...alsoLines(broken.get(requirement) ?? [], first),
      ...passedLines(failures, all),
      ...[...broken].flatMap(([id, results]) => (id === requirement ? [] : [brokenLine(id, results, first)])),
      ...adviceLines(first, all),
      ...blockedLines(failures, all),
    ],
    also: [...broken.keys()].filter((id) => id !== requirement),
    command: last && {
      label: isShownByOne(first) ? 'reproduce' : 'request',
      short: toCurl(last.request),
      long: toCurl(last.request, ' \\\n  '),
    },
    script: reproduce,
    evidence,
  }
}

/**
 * Returns true if one request shows a failure: no other answer belongs to it, it has no secret of this run, and it does
 * not read what an earlier one wrote. Otherwise it takes the script, which sends those before it as well.
 */
function isShownByOne({ fact, evidence }: CheckResult): boolean {
  const last = evidence.at(-1)
  if (fact && factExchanges({ ...fact, others: [] }).length > 1) return false
  return !last || (!hasOtherSecret(last.request) && (isWrite(last) || !evidence.some(isWrite)))
}

function isWrite({ request: { method, operation } }: Exchange): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) && operation !== 'oauth.token'
}

/** Kinds of facts about a list itself, whatever was written before. */
const ofLists: ReadonlySet<FactKind> = new Set(['count', 'link', 'order', 'repeated'])

/** Kinds of facts about any page of a list, whatever its size. */
const ofAnyPage: ReadonlySet<FactKind> = new Set(['body', 'header', 'order', 'secret'])

/**
 * The operation of the deciding request, with the names of its parameters; empty without a request. If it reads what
 * an operation wrote, that operation comes first.
 * @param others Failures that show the same fault. A parameter that one of them does without is not named.
 */
function decidingPlace({ fact, evidence }: CheckResult, others: readonly CheckResult[] = []): string {
  const exchange = fact?.at ?? evidence.at(-1)
  if (!exchange) return ''
  const isMeant = (name: string): boolean =>
    (name !== 'limit' || !fact || !ofAnyPage.has(fact.kind)) &&
    others.every((other) => parameterNames(other.fact!.at).includes(name))
  // A record that is on none of several pages is also absent from the plainest one.
  const pages = fact?.kind === 'missing' ? (fact.pages ?? []) : []
  const names = parameterNames(exchange).filter(
    (name) => isMeant(name) && pages.every((page) => parameterNames(page).includes(name)),
  )
  const place = `${documentedPlace(exchange)}${names.length === 0 ? '' : ` with ${firstNames(names, 4)}`}`
  if (isWrite(exchange) || (fact && ofLists.has(fact.kind))) return place
  const by = fact && 'by' in fact ? fact.by : undefined
  if (by && by !== exchange) return `${documentedPlace(by)}, then ${place}`
  const write = evidence.findLast(
    (other) => isWrite(other) && other.request.operation !== undefined && other.response.status < 300,
  )
  return write ? `${documentedPlace(write)}, then ${place}` : place
}

function parameterNames({ request }: Exchange): readonly string[] {
  const names = [...new URL(request.url).searchParams.keys()]
  return [...new Set(names.map((name) => (name.startsWith('conformance') ? 'an undocumented parameter' : name)))]
}

/** Returns true for failures about a record of another failure, at the same place. */
function sharesRecords({ fact }: CheckResult): (other: CheckResult) => boolean {
  if (!fact) return () => false
  const [place, ids] = [documentedPlace(fact.at), recordIds(fact)]
  return (other) =>
    other.fact !== undefined &&
    documentedPlace(other.fact.at) === place &&
    recordIds(other.fact).some((id) => ids.includes(id))
}

/** The other places where a check saw the same fault. */
function otherPlaces({ fact }: CheckResult): readonly string[] {
  if (!fact?.others) return []
  const here = documentedPlace(fact.at)
  const places = [...new Set(fact.others.map(documentedPlace))].filter((place) => place !== here)
  const again = fact.others.filter((other) => documentedPlace(other) === here).length
  return [
    ...(again > 0 ? [`${counted(again, 'more answer')} there`] : []),
    ...(places.length > 0 ? [`also at ${firstNames(places, 4)}`] : []),
  ]
}

/** The most other failures of a requirement that are named. */
const mostAlso = 4

/** Other failures of the same requirement, grouped by place and answer. */
function alsoLines(others: readonly CheckResult[], first: CheckResult): readonly FindingLine[] {
  const groups = [
    ...Map.groupBy(
      others,
      (other) => `${decidingPlace(other)}${answersAlike(other, first) ? '' : `: got ${gotText(other)}`}`,
    ),
  ]
  const told = groups
    .slice(0, mostAlso)
    .map(
      ([where, results]) =>
        `${results.length === 1 ? 'check' : 'checks'} ${firstNames(results.map(checkName), 6)} at ${where}`,
    )
  const more = groups.slice(mostAlso).flatMap(([, results]) => results.map(checkName))
  const rest = more.length > 0 ? [`${counted(more.length, 'other check')}: ${firstNames(more, 6)}`] : []
  return [...told, ...rest].map(alsoLine)
}

const alsoLine = (text: string): FindingLine => ({ label: 'also', text })

const gotText = ({ got, message }: CheckResult): string => cutBody(got ? phraseText(got) : message, 160)

/** Another requirement that fails for the same cause, with its first check. */
function brokenLine(id: RequirementId, results: readonly CheckResult[], first: CheckResult): FindingLine {
  const { statement, clause } = findRequirement(id)!
  const [nearest] = results as readonly [CheckResult]
  const more = results.length > 1 ? ` and ${counted(results.length - 1, 'other check')}` : ''
  const told = answersAlike(nearest, first) ? '' : `: ${cutBody(nearest.message, 300)}`
  return {
    label: 'breaks',
    text: `${id} (clause ${clause}): ${statement} By ${nearest.check} at ${decidingPlace(nearest)}${more}${told}`,
  }
}

/** Returns true if two failures have the same answer. */
function answersAlike({ fact: left }: CheckResult, { fact: right }: CheckResult): boolean {
  if (!left || !right) return false
  const [answer, other] = [left.at.response, right.at.response]
  return (
    left.kind === right.kind && answer.status === other.status && (answer.status < 400 || answer.text === other.text)
  )
}

/**
 * The passed checks that are close to a failure: those of the same requirement, and those with the same name in
 * requirements of the same part, such as `auth.invalid-bearer.products` and `auth.required.products`.
 */
function passedLines(failures: readonly CheckResult[], all: readonly CheckResult[]): readonly FindingLine[] {
  const { requirement } = failures[0]!
  const isPassed = ({ verdict }: CheckResult): boolean => verdict === 'pass'
  const passed = all.filter((result) => result.requirement === requirement && isPassed(result)).map(checkName)
  const names = new Set(failures.filter((failure) => failure.requirement === requirement).map(checkName))
  // All requirements of lists have a check with this name, so that it says nothing of a similar request.
  names.delete('pages')
  const beside = all
    .filter(
      (result) =>
        isPassed(result) &&
        result.requirement !== requirement &&
        requirementPart(result.requirement) === requirementPart(requirement) &&
        names.has(checkName(result)),
    )
    .map(({ check }) => check)
  const right = failures[0]!.beside
  const texts = [
    ...(right === undefined ? [] : [phraseText(right)]),
    ...(passed.length > 0 ? [`${requirement}: ${firstNames(passed, 8)}`] : []),
    ...(beside.length > 0 && right === undefined ? [firstNames(beside, 4)] : []),
  ]
  return texts.length === 0 ? [] : [{ label: 'passed', text: texts.join('; ') }]
}

/** The part of the specification that a requirement belongs to: the beginning of its id. */
const requirementPart = (requirement: string): string => requirement.split('.')[0]!

/** The name of a check in its requirement. */
function checkName({ check, requirement }: CheckResult): string {
  return check.startsWith(`${requirement}.`) ? check.slice(requirement.length + 1) : check
}

function adviceLines(first: CheckResult, all: readonly CheckResult[]): readonly FindingLine[] {
  const advice = failureAdvice(first, all)
  if (!advice) return []
  return [
    { label: 'to do', text: advice.remedy },
    advice.isShown
      ? { label: 'cause', text: advice.cause }
      : { label: 'often', text: `${advice.cause} (Common causes, not derived from this run.)` },
  ]
}

/** The requirements that this failure leaves undecided. */
function blockedLines(failures: readonly CheckResult[], all: readonly CheckResult[]): readonly FindingLine[] {
  const checks = blockedBy(all, new Set(failures.map(({ check }) => check)))
  const failed = new Set<string>(all.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement))
  const names = [...new Set(all.filter(({ check }) => checks.has(check)).map(({ requirement }) => requirement))]
  const open = names.filter((name) => !failed.has(name))
  if (open.length === 0) return []
  return [{ label: 'blocks', text: `${counted(open.length, 'requirement')} blocked by this failure`, names: open }]
}
