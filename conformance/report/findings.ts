// Groups failures by cause.
import { findOperation, type OperationId } from '../catalogue/operations.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { type Fact, factIds, type FactKind } from '../conclusions/fact.ts'
import { explains } from '../judge/blame.ts'
import type { CheckResult } from '../judge/result.ts'
import { isSameJson } from '../reading/same-json.ts'
import { isBare, isPrefixed, idPrefix } from '../reading/id-forms.ts'

/**
 * The failures among some results, grouped by cause. In each group, the failure with the simplest request comes first,
 * since a mistake that shows without filters and cursors is not caused by them. Among equals, the one that explains
 * others comes first.
 */
export function failuresByCause(results: readonly CheckResult[]): readonly (readonly CheckResult[])[] {
  let groups: readonly (readonly CheckResult[])[] = []
  for (const failure of results.filter(({ verdict }) => verdict === 'fail')) {
    const same = groups.filter((group) => group.some((other) => haveOneCause(other, failure)))
    groups = [...groups.filter((group) => !same.includes(group)), [...same.flat(), failure]]
  }
  return groups.map(nearestFirst).sort(([left], [right]) => mistakeDistance(left!) - mistakeDistance(right!))
}

function nearestFirst(failures: readonly CheckResult[]): readonly CheckResult[] {
  const isExplained = (failure: CheckResult): number =>
    Number(failures.some((other) => other.requirement !== failure.requirement && isReason(other, failure)))
  const [lead] = failures.toSorted(
    (left, right) => mistakeDistance(left) - mistakeDistance(right) || isExplained(left) - isExplained(right),
  )
  const isOther = ({ requirement }: CheckResult): number => Number(requirement !== lead!.requirement)
  return failures.toSorted(
    (left, right) => isOther(left) - isOther(right) || mistakeDistance(left) - mistakeDistance(right),
  )
}

/** Returns true if a failure is the reason for another one. An answer that is not JSON has no right contents. */
function isReason(other: CheckResult, { requirement, fact }: CheckResult): boolean {
  const isServed = fact !== undefined && fact.at.response.status < 300
  return (
    (isServed && other.requirement === 'http.json') ||
    explains(other.requirement, requirement) ||
    (leads[other.requirement]?.includes(requirement) ?? false)
  )
}

/**
 * Failures that lead others in a finding, although neither blocks the other: a page begins at the wrong record because
 * its offset or its cursor is wrong, and no value is served at a path that is taken as one key.
 */
const leads: Readonly<Partial<Record<RequirementId, readonly RequirementId[]>>> = {
  'link.offset': ['link.complete', 'link.previous', 'link.results'],
  'link.next': ['link.both-entries'],
  'link.cursor-format': [
    'link.both-entries',
    'link.next',
    'link.previous',
    'link.results',
    'link.complete',
    'link.offset',
  ],
  'configurations.dotted-path': ['configurations.value'],
}

/** A distance that exceeds the number of parameters of any request. */
const far = 1000

/**
 * The distance of a failure from the mistake: the simplest request is nearest. An id of a wrong form is wrong in any
 * request. A credential that does not work says less than the answer, unless the answer refuses it.
 */
function mistakeDistance({ requirement, fact }: CheckResult): number {
  if (!fact) return 0
  if (requirement.startsWith('ids.') && recordIds(fact).some((id) => !isBare(id))) return -1
  const isRefused = [401, 403].includes(fact.at.response.status)
  const isCredential = fact.kind === 'credential' && !fact.works
  // A server that accepts any value also accepts one that is nearly right.
  const isNearMiss = fact.kind === 'credential' && fact.works && !isNeverIssued(fact.at)
  return queryNames(fact.at).size + (isCredential ? (isRefused ? -1 : far) : 0) + (isNearMiss ? 0.5 : 0)
}

const isNeverIssued = ({ request }: Exchange): boolean =>
  request.headers['authorization'] === undefined || /never-issued/.test(request.headers['authorization'])

/** The ids of the records of a fact. That of a record without a text as id is empty. */
export function recordIds(fact: Fact): readonly string[] {
  return fact.kind === 'body' && fact.members?.join() === 'id' ? [''] : factIds(fact)
}

/** The names of the parameters of a request, without `limit`, which all pages accept. */
function queryNames({ request }: Exchange): ReadonlySet<string> {
  return new Set([...new URL(request.url).searchParams.keys()].filter((name) => name !== 'limit'))
}

/** Returns true if two failures belong to one requirement, and one shows everything that the other shows. */
function haveOneCause(left: CheckResult, right: CheckResult): boolean {
  if (left.requirement === right.requirement) return true
  if (!left.fact || !right.fact) return false
  const signs = causeSigns(right.fact)
  const isSameSymptom =
    left.symptom !== undefined &&
    isSameJson(left.symptom, right.symptom) &&
    documentedPlace(left.fact.at) === documentedPlace(right.fact.at)
  return isSameSymptom || [...causeSigns(left.fact)].some((sign) => signs.has(sign)) || isSameContent(left, right)
}

/** Kinds of facts about contents. A wrong list may have any of them. */
const ofContents: ReadonlySet<FactKind> = new Set([
  'status',
  'present',
  'missing',
  'count',
  'order',
  'repeated',
  'link',
  'body',
  'alike',
  'different',
])

/**
 * Returns true if the content of one operation is wrong in both failures: a fault with some parameters also shows with
 * more of them.
 */
function isSameContent(left: CheckResult, right: CheckResult): boolean {
  const [first, second] = [left.fact!, right.fact!]
  const isServed = ({ kind, at }: Fact) => ofContents.has(kind) && at.response.status < 300
  if (!isServed(first) || !isServed(second) || documentedPlace(first.at) !== documentedPlace(second.at)) return false
  const [fewer, more] = [left, right].toSorted((before, after) => mistakeDistance(before) - mistakeDistance(after))
  const [parameters, all] = [queryNames(fewer!.fact!.at), queryNames(more!.fact!.at)]
  const isOfAll =
    fewer!.requirement.startsWith('ids.') || fewer!.fact!.kind === 'order' || first.at.request.method !== 'GET'
  return (parameters.size > 0 || isOfAll) && [...parameters].every((name) => all.has(name))
}

/**
 * The method of a request and its documented path, with the grant type of a form. Another path has no ids, which say
 * nothing to a reader, and no number as its version, as in documented paths.
 */
export function documentedPlace({ request: { method, url, operation, body = '' } }: Exchange): string {
  const path =
    operation === undefined
      ? withoutBareIds(new URL(url).pathname).replace(/\/\d+\.\d+(?=\/)/, '/{version}')
      : findOperation(operation).path
  const grantType = operation === 'oauth.token' ? new URLSearchParams(body).get('grant_type') : null
  return `${method} ${path}${grantType === null ? '' : ` with grant_type=${grantType}`}`
}

/** The method and the documented path of an operation. */
export function operationPlace(id: OperationId): string {
  const { method, path } = findOperation(id)
  return `${method} ${path}`
}

const withoutBareIds = (path: string): string =>
  path
    .split('/')
    .map((part) => (isBare(part) ? '{id}' : part))
    .join('/')

/** Statuses with many possible reasons. They are one cause only at the same path. */
const everyday: ReadonlySet<number> = new Set([400, 401, 403])

/** The signs of a cause: two failures that share one become one finding. */
function causeSigns(fact: Fact): ReadonlySet<string> {
  const { request, response } = fact.at
  const { method, url, headers, body } = request
  const place = documentedPlace(fact.at)
  const signs: unknown[] = [['request', method, url, headers['authorization'], body]]
  // A correctly refused request that had an effect anyway.
  if (response.status >= 400 && fact.kind !== 'effect') {
    signs.push(['answer', response.status, withoutIds(response.text), everyday.has(response.status) ? place : ''])
    if (fact.kind === 'status' && typeof fact.wanted === 'number') signs.push(['status', fact.wanted, response.status])
  }
  if (fact.kind === 'header') signs.push(['header', fact.name, response.headers[fact.name]])
  if ((fact.kind === 'status' || fact.kind === 'body') && !isJsonType(response.headers['content-type']))
    signs.push(['header', 'content-type', response.headers['content-type']])
  if (fact.kind === 'credential' && fact.works) signs.push(['served', headers['authorization']?.split(' ')[0]])
  const isCursor = new URL(url).searchParams.has('cursor') && response.status >= 400
  if (fact.kind === 'link' || isCursor) signs.push(['link', place])
  if (fact.kind === 'link')
    for (const page of [...(fact.from ? [fact.from] : []), ...(fact.others ?? [])])
      signs.push(['link', documentedPlace(page)])
  // A write that succeeds, but leaves a member as it was: the list and the answer show the same.
  const by = fact.kind === 'body' ? (fact.by ?? fact.at) : undefined
  if (fact.kind === 'body' && fact.members && by!.request.method !== 'GET' && by!.response.status < 300)
    signs.push(['written', documentedPlace(by!), fact.members])
  // A malformed id that the target showed is refused in a request.
  for (const value of new URL(url).searchParams.values())
    if (response.status === 400 && fact.kind === 'status') signs.push(['shown', place, value])
  for (const id of recordIds(fact)) if (!isBare(id) && !isPrefixed(id)) signs.push(['shown', place, id])
  for (const id of recordIds(fact))
    signs.push(isBare(id) ? ['record', place, id] : ['id', isPrefixed(id) ? idPrefix(id) : id.length])
  return new Set(signs.map((sign) => JSON.stringify(sign)))
}

function isJsonType(type: string | undefined): boolean {
  return type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
}

/** A text without the parts that differ from request to request: words as long as an id, and numbers. */
function withoutIds(text: string): string {
  return text.replaceAll(/[\w-]{20,}|\d+/g, '')
}
