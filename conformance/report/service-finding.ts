// A finding about a service: failures with one cause.
import { cursorParameters, findOperation } from '../catalogue/operations.ts'
import { findRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { type Exchange, otherSecrets, type SentRequest, toCurl } from '../conclusions/exchange.ts'
import { type Fact, factExchanges, type FactKind } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { firstNames, startOfText } from '../conclusions/cut-text.ts'
import { phraseText } from '../wording/text.ts'
import { type Advice, failureAdvice } from './advice-of-failure.ts'
import { blockedBy } from './outcomes.ts'
import { type Finding, type FindingLine, statementLines } from './document.ts'
import { documentedPlace, operationPlace, recordIds } from './findings.ts'
import { isBare } from '../reading/id-forms.ts'
import { counted, cutBody, joinNames } from './text.ts'
import { symptomText } from '../wording/symptom.ts'

/**
 * A finding.
 * @param failures Failures with one cause, the most important first.
 * @param all The results of the run.
 */
export function serviceFinding(failures: readonly CheckResult[], all: readonly CheckResult[]): Finding {
  const [first, ...others] = failures as readonly [CheckResult, ...CheckResult[]]
  const { requirement, message, evidence, reproduce, fact } = first
  const { statement, clause } = findRequirement(requirement)!
  const broken = Map.groupBy(others, (other) => other.requirement)
  const { alike, beside } = withNeighbours(first, others)
  return {
    id: requirement,
    requirement,
    statement,
    note: `clause ${clause}`,
    symptom: first.symptom ? phraseText(first.symptom) : fact && symptomText(fact),
    place: decidingPlace(first, failures.filter(sharesRecords(first))),
    message,
    lines: [
      ...statementLines(first),
      { label: 'check', text: [first.check, ...otherPlaces(first)].join(', ') },
      ...(alike === undefined ? [] : [alsoLine(`wrong: ${phraseText(alike)}`)]),
      ...alsoLines(broken.get(requirement) ?? [], first),
      ...passedLines([{ ...first, beside }, ...others], all),
      ...brokenLines(
        [...broken].flatMap(([id, results]) => (id === requirement ? [] : [results])),
        first,
      ),
      ...adviceLines(first, all),
      ...blockedLines(failures, all),
      ...(isComplete(first) ? [] : [needsLine(first)]),
    ],
    also: [...broken.keys()].filter((id) => id !== requirement),
    command: evidence.length === 0 ? undefined : command(first),
    script: reproduce,
    evidence,
  }
}

/** The neighbours of a failure: its own, or else those of a failure with the same answer, which asked for them. */
function withNeighbours(first: CheckResult, others: readonly CheckResult[]): Pick<CheckResult, 'alike' | 'beside'> {
  const hasNeighbours = ({ alike, beside }: CheckResult): boolean => alike !== undefined || beside !== undefined
  return [first, ...others.filter((other) => isSameAnswer(first, other))].find(hasNeighbours) ?? first
}

/** The most requests of a command. */
const mostRequests = 3

/** The requests that show a failure, the deciding one last: those of the fact, and the write whose effect is read. */
function shownBy({ fact, evidence }: CheckResult): readonly Exchange[] {
  const last = evidence.at(-1)
  if (!last) return []
  // The pages that lack a record are those of a whole walk.
  const { pages: _, ...others } = { ...fact, others: undefined } as Fact & { readonly pages?: unknown }
  const about = fact ? factExchanges(others) : []
  const isReadOnly = !isWrite(last) && !(fact && 'by' in fact && fact.by)
  const writes = isReadOnly ? evidence.filter(isDone) : []
  // A hook is the last choice.
  const write = writes.findLast(({ request }) => request.operation !== undefined) ?? writes.at(-1)
  // The effect follows its request.
  if (fact?.kind === 'effect') return [fact.at, fact.after]
  return [...new Set([...(write ? [write] : []), ...about.filter((exchange) => exchange !== last), last])].slice(
    -mostRequests,
  )
}

const isDone = (exchange: Exchange): boolean => isWrite(exchange) && exchange.response.status < 300

/** Returns true if a command repeats everything that a failure takes: no secret of the run, and no other write. */
function isComplete(result: CheckResult): boolean {
  const requests = shownBy(result)
  return (
    !isDated(result) &&
    result.letsTimePass !== true &&
    (result.mayFollowWrite !== true || requests.some(isWrite)) &&
    (result.fact?.kind === 'effect' ||
      requests.slice(-1).some(isWrite) ||
      result.evidence.filter(isDone).every((write) => requests.includes(write))) &&
    !requests.some(({ request }) => otherSecrets(request).length > 0 || takesToken(request))
  )
}

/** Requirements about the time from a request to the expiry that it asks for. */
const dated: ReadonlySet<string> = new Set<RequirementId>([
  'pat.expiry-minimum',
  'pat.expiry-maximum',
  'pat.expiry-range',
])

const isDated = ({ requirement }: CheckResult): boolean => dated.has(requirement)

/** Returns true for a request about a token of the run. */
function takesToken({ operation }: SentRequest): boolean {
  return operation !== undefined && findOperation(operation).path.includes('{id}')
}

/** The needs of a command beside its requests: secrets, tokens and data of the run, and time. */
function needsLine(result: CheckResult): FindingLine {
  const requests = shownBy(result).map(({ request }) => request)
  const made = [
    ...new Set(requests.flatMap(otherSecrets)),
    ...(requests.some(takesToken) ? ['token id in the path'] : []),
  ]
  if (made.length === 0 && isDated(result))
    return { label: 'needs', text: 'another expires_at, counted from the time of your request' }
  const things = [
    ...(made.length === 0 ? [] : [`your own ${made.join(' and ')}`]),
    ...(result.letsTimePass === true ? ['time that passes before the last request'] : []),
  ]
  return { label: 'needs', text: things.length === 0 ? 'the data that the run made' : things.join(', and ') }
}

function command(result: CheckResult): Finding['command'] {
  // A link may lead to the page that carries it.
  const written = (separator?: Parameters<typeof toCurl>[1]) =>
    shownBy(result)
      .map(({ request }) => toCurl(request, separator))
      .filter((text, index, all) => text !== all[index - 1])
  return {
    label: isComplete(result) ? 'reproduce' : 'request',
    short: written().join(' && '),
    long: written(' \\\n  ').join('\n'),
  }
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
function decidingPlace({ fact, evidence, condition }: CheckResult, others: readonly CheckResult[] = []): string {
  const exchange = fact?.at ?? evidence.at(-1)
  if (!exchange) return ''
  if (condition) return `${afterWrite(documentedPlace(exchange), exchange, fact, evidence)} ${phraseText(condition)}`
  const isOfAnyPage =
    fact !== undefined && (ofAnyPage.has(fact.kind) || 'foundOn' in fact || recordIds(fact).some((id) => !isBare(id)))
  const isMeant = (name: string): boolean =>
    !(name === 'limit' && isOfAnyPage) && others.every((other) => parameterNames(other.fact!.at).includes(name))
  // A record that is on none of several pages is also absent from the plainest one.
  const pages = fact?.kind === 'missing' ? (fact.pages ?? []) : []
  const names = parameterNames(exchange).filter(
    (name) => isMeant(name) && pages.every((page) => parameterNames(page).includes(name)),
  )
  const isCursor = (name: string): boolean => (cursorParameters as readonly string[]).includes(name)
  const hasCursor = (of: Exchange): boolean => parameterNames(of).some(isCursor)
  if (
    !names.some(isCursor) &&
    pages.length === 0 &&
    [exchange, ...others.map(({ fact: of }) => of!.at)].every(hasCursor)
  )
    names.push('a cursor')
  const place = `${documentedPlace(exchange)}${names.length === 0 ? '' : ` with ${namesInWords(names)}`}`
  return afterWrite(place, exchange, fact, evidence)
}

/** The names of parameters, as a sentence has them. */
function namesInWords(names: readonly string[]): string {
  if (names.length < 2 || names.length > 4) return firstNames(names, 4)
  return joinNames(names)
}

/** A place, after that of the operation whose effect its request shows. */
function afterWrite(place: string, exchange: Exchange, fact: Fact | undefined, evidence: readonly Exchange[]): string {
  // OPTIONS describes a path, whatever was written there.
  if (isWrite(exchange) || exchange.request.method === 'OPTIONS' || (fact && ofLists.has(fact.kind))) return place
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
  return places.length > 0 ? [`also at ${firstNames(places, 4)}`] : []
}

/** The most other failures of a requirement that are named. */
const mostAlso = 4

/** Other failures of the same requirement, grouped by place and answer. At the same place, conditions say enough. */
function alsoLines(others: readonly CheckResult[], first: CheckResult): readonly FindingLine[] {
  const groups = [
    ...Map.groupBy(
      others,
      (other) => `${decidingPlace(other)}${answersAlike(other, first) ? '' : `: got ${gotText(other)}`}`,
    ).keys(),
  ].filter((where) => where !== decidingPlace(first))
  const [place] = first.condition && first.fact ? [`${documentedPlace(first.fact.at)} `] : []
  const told = groups
    .slice(0, mostAlso)
    .map((where) => (place && where.startsWith(place) ? `wrong: ${where.slice(place.length)}` : `at ${where}`))
  const rest = groups.length - told.length
  return [...told, ...(rest > 0 ? [`at ${counted(rest, 'other place')}`] : [])].map(alsoLine)
}

const alsoLine = (text: string): FindingLine => ({ label: 'also', text })

const gotText = ({ got, message }: CheckResult): string => cutBody(got ? phraseText(got) : message, 240)

/**
 * The other requirements that fail for the same cause, each with its place if that is another one. A failure that shows
 * something else, which may be a second mistake, has a line with what it got.
 */
function brokenLines(broken: readonly (readonly CheckResult[])[], first: CheckResult): readonly FindingLine[] {
  const [alike, different]: [string[], string[]] = [[], []]
  for (const [nearest, ...more] of broken) {
    if (nearest === undefined) continue
    const { requirement, fact, message } = nearest
    const isHere = fact && first.fact && documentedPlace(fact.at) === documentedPlace(first.fact.at)
    const where = isHere ? '' : ` at ${decidingPlace(nearest)}`
    const name = `${requirement} (clause ${findRequirement(requirement)!.clause})${where}`
    if (showsTheSame(nearest, first)) alike.push(name)
    else
      different.push(
        `${name}${more.length === 0 ? '' : ` and ${counted(more.length, 'other check')}`}: ${cutBody(message, 300)}`,
      )
  }
  const texts = alike.length === 0 ? different : [`${alike.join('; ')}, for the same reason`, ...different]
  return texts.map((text) => ({ label: 'breaks', text }))
}

/** Returns true if a failure shows the refusal, the answer, the record or the wrong ids that the first failure shows. */
function showsTheSame(other: CheckResult, first: CheckResult): boolean {
  const isRefusal = (other.fact?.at.response.status ?? 0) >= 400
  if (isRefusal && answersAlike(other, first)) return true
  if (other.fact?.kind === 'credential' && isSameAnswer(other, first)) return true
  if (first.fact === undefined || other.fact === undefined) return false
  const [ids, others] = [recordIds(first.fact), recordIds(other.fact)]
  if (others.some((id) => ids.includes(id))) return true
  const isAboutIds = findRequirement(first.requirement)!.clause === '2.1' && ids.length > 0
  return isAboutIds && !['link', 'header', 'order'].includes(other.fact.kind)
}

/** Returns true if two failures are about one answer. */
function isSameAnswer({ fact: left }: CheckResult, { fact: right }: CheckResult): boolean {
  return (
    left !== undefined &&
    right !== undefined &&
    left.at.request.url === right.at.request.url &&
    left.at.response.text === right.at.response.text
  )
}

/** Returns true if two failures have the same answer. */
function answersAlike(first: CheckResult, second: CheckResult): boolean {
  if (isSameAnswer(first, second)) return true
  const [left, right] = [first.fact, second.fact]
  if (!left || !right) return false
  const [answer, other] = [left.at.response, right.at.response]
  return (
    left.kind === right.kind && answer.status === other.status && (answer.status < 400 || answer.text === other.text)
  )
}

/** The most checks whose requests are named. */
const mostPassed = 3

const cutRequests = (text: string): string => (text.length > 120 ? `${startOfText(text, 120)}…` : text)

/**
 * The passes beside a failure: similar requests, or else other requests of the requirement for the same operation, or
 * other operations.
 */
function passedLines(failures: readonly CheckResult[], all: readonly CheckResult[]): readonly FindingLine[] {
  const { requirement, beside, fact: first } = failures[0]!
  // Other lists may have the right Link header, and other places may refuse a wrong credential of the target file. The
  // neighbours of a token of the run name its places.
  const isOfTarget = first?.kind === 'credential' && first.works && !first.made && requirement.startsWith('auth.')
  if (beside && first?.kind !== 'link' && !isOfTarget) return [{ label: 'passed', text: phraseText(beside) }]
  const isDescription = first?.at.request.method === 'OPTIONS'
  const failed = new Set(failures.map(({ fact }) => fact?.at.request.operation))
  const passed = all.filter((result) => result.requirement === requirement && result.verdict === 'pass')
  const [here, elsewhere] = [true, false].map((isHere) =>
    passed.filter((result) => failed.has(result.operation) === isHere),
  )
  const requests = here!.filter(({ namesRequests }) => namesRequests).map(({ message }) => cutRequests(message))
  const methods = new Set(
    failures.map(({ fact }) => (fact && 'by' in fact && fact.by ? fact.by : fact?.at)?.request.method),
  )
  // A check that is not a law may end with a request for a list, or with a control.
  const places = elsewhere!.flatMap(({ operation, namesRequests }) =>
    operation !== undefined && (namesRequests || methods.has(findOperation(operation).method))
      ? [operationPlace(operation)]
      : [],
  )
  if (requests.length > 0 && !beside) return [{ label: 'passed', text: firstNames([...new Set(requests)], mostPassed) }]
  const texts = [
    ...(beside ? [phraseText(beside)] : []),
    ...(places.length === 0
      ? []
      : [`${isDescription ? 'OPTIONS at the path of' : 'at'} ${firstNames([...new Set(places)], 4)}`]),
  ]
  return texts.length === 0 ? [] : [{ label: 'passed', text: texts.join('; ') }]
}

/** The remedy, and causes: those that the run shows, or else common ones, unless it found the condition of the mistake. */
function adviceLines(first: CheckResult, all: readonly CheckResult[]): readonly FindingLine[] {
  const { remedy, cause }: Partial<Advice> = first.remedy
    ? { remedy: phraseText(first.remedy) }
    : (failureAdvice(first, all) ?? {})
  return [
    ...(remedy === undefined ? [] : [{ label: 'to do', text: remedy } as const]),
    ...(cause === undefined ? [] : [{ label: 'cause', text: cause } as const]),
  ]
}

/** The requirements that this failure leaves undecided. */
function blockedLines(failures: readonly CheckResult[], all: readonly CheckResult[]): readonly FindingLine[] {
  const checks = blockedBy(all, new Set(failures.map(({ check }) => check)))
  const failed = new Set<string>(all.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement))
  const names = [...new Set(all.filter(({ check }) => checks.has(check)).map(({ requirement }) => requirement))]
  const open = names.filter((name) => !failed.has(name))
  if (open.length === 0) return []
  return [{ label: 'blocks', text: `${counted(open.length, 'requirement')} until this is fixed`, names: open }]
}
