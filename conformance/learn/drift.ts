import { requirements } from '../catalogue/requirements.ts'
import { because } from '../conclusions/cause.ts'
import { findOperation, type OperationId } from '../catalogue/operations.ts'
import { compareAnswers } from './compare-answers.ts'
import { isOutage, type JsonType } from './answer-shape.ts'
import type { LearnedConvention, LearnedDocument } from './learned-document.ts'
import type { Drift } from './drift-report-schema.ts'
import { legacyShorthands, listShorthands } from './list-form.ts'
import { type ConventionName, conventionNames, twinValue } from './observation.ts'
import { operationQuestions } from './questions/variations.ts'
import { earlierTokenQuestion } from './questions/tokens.ts'
import { parentPath, pathSteps } from './member-paths.ts'
import type { RecordForms } from './record-forms.ts'
import { isObject } from '../reading/find-list.ts'
import { namedValue } from '../reading/named-value.ts'
import { isSameJson } from '../reading/same-json.ts'
import type { RequirementVerdicts } from './requirement-verdicts.ts'
import { scopeHolders, type ScopeNames } from './scope-names.ts'
import { sameTemplate } from './template.ts'
import { isByOperation, namedPlaces, valueAt } from './value-at.ts'

/** A stated requirement that currently fails. */
export type FailingRequirement = Extract<Drift, { readonly class: 'breaks' | 'fails' }>

export function isFailing(drift: Drift): drift is FailingRequirement {
  return drift.class === 'breaks' || drift.class === 'fails'
}

/**
 * Returns true if a difference shows that a service has moved away from its twin. It counts only if it was seen twice.
 */
export function hasMoved(drift: Drift): boolean {
  if (drift.class === 'records') return drift.change !== 'added'
  if (drift.class === 'scopes') return drift.of === 'client' && drift.change === 'removed'
  return drift.class !== 'notMeasured'
}

/** The differences between two documents, the most breaking first. */
export function compareDocuments(before: LearnedDocument, after: LearnedDocument): readonly Drift[] {
  const failing = failingRequirements(before.verdicts, after.verdicts)
  // The forms of answers are compared below, one by one.
  const dialect = conventionNames.flatMap((name) =>
    name === 'answerForms' ? [] : dialectDrift(name, before.conventions[name], after.conventions[name]),
  )
  const explained = explainedParts(dialect, before, after)
  return [
    ...failing,
    ...dialect,
    ...answerDrifts(before, after, explained),
    ...recordDrifts(before.records, after.records, explained),
    ...scopeDrifts(before.scopes, after.scopes),
  ]
}

/** The stated requirements that now fail and did not when the service was learned. */
export function failingRequirements(
  before: RequirementVerdicts,
  after: RequirementVerdicts,
): readonly FailingRequirement[] {
  return requirements.flatMap(({ id, clause }) =>
    before[id] !== 'fail' && after[id] === 'fail'
      ? [{ class: before[id] === 'pass' ? 'breaks' : 'fails', requirement: id, clause } as const]
      : [],
  )
}

/** The value of a convention, if it was seen. */
function seenValue(convention: LearnedConvention): { readonly value: unknown } | undefined {
  if (convention.state === 'learned') return { value: convention.value }
  if (convention.state !== 'unrepresentable') return undefined
  return { value: { nearest: convention.nearest ?? null, differs: convention.differs } }
}

function dialectDrift(name: ConventionName, before: LearnedConvention, after: LearnedConvention): readonly Drift[] {
  const [was, is] = [seenValue(before), seenValue(after)]
  const drift = (from: unknown, to: unknown): readonly Drift[] => [
    { class: 'dialect', convention: name, clause: before.clause, before: from, after: to },
  ]
  if (was && is) {
    const places = exceededBounds(before, after)
    if (places.length > 0) {
      const valuesOf = (of: LearnedConvention) =>
        Object.fromEntries(places.map((at) => [at, valueAt(twinValue(of), at)]))
      return drift(valuesOf(before), valuesOf(after))
    }
    if (sameTemplate(was.value, is.value)) return []
    if (isByOperation(was.value) || isByOperation(is.value))
      return driftByOperation(name, [before, was.value], [after, is.value])
    // The difference may come from a question that was not asked this time.
    const unasked = before.seenIn.find((question) => !after.seenIn.includes(question))
    return unasked !== undefined && typeof is.value !== typeof was.value
      ? [{ class: 'notMeasured', what: name, cause: because.data }]
      : drift(was.value, is.value)
  }
  if (before.state === 'bound' && is && typeof is.value === 'number')
    return is.value < before.atLeast ? drift({ atLeast: before.atLeast }, is.value) : []
  if (was && after.state === 'bound')
    return typeof was.value === 'number' && after.atLeast > was.value
      ? drift(was.value, { atLeast: after.atLeast })
      : [{ class: 'notMeasured', what: name, cause: because.data }]
  // A default that was assumed may now be visible, such as a limit that is now announced.
  if (before.state === 'assumed' && is) return sameTemplate(before.value, is.value) ? [] : drift(null, is.value)
  if (was && after.state === 'assumed') return sameTemplate(was.value, after.value) ? [] : drift(was.value, null)
  if (!was) return []
  return [{ class: 'notMeasured', what: name, cause: after.state === 'unobservable' ? after.cause : because.changed }]
}

/** The operations where one time a page was larger than the limit that was learned the other time. */
function exceededBounds(before: LearnedConvention, after: LearnedConvention): readonly string[] {
  return [
    [before, after],
    [after, before],
  ].flatMap(([bounded, exact]) => {
    const bounds = bounded?.state === 'learned' ? (bounded.bounds ?? {}) : {}
    return Object.entries(bounds).flatMap(([operation, atLeast]) => {
      const isSeen = exact?.state === 'learned' && exact.seenIn.some((question) => isAbout(question, operation))
      return isSeen && Number(valueAt(exact.value, operation)) < atLeast ? [operation] : []
    })
  })
}

/** True if a question is about an operation: its name starts with the name of the operation. */
function isAbout(question: string, operation: string): boolean {
  return question === operation || question.startsWith(`${operation}.`) || sameBeginning(question, operation)
}

/** True for names such as `products.slash` and `products.list`. */
function sameBeginning(question: string, operation: string): boolean {
  const [beginning] = /^.*(?=\.)/.exec(operation) ?? []
  return beginning !== undefined && beginning !== 'legacy' && question.startsWith(`${beginning}.`)
}

type LearnedValue = readonly [convention: LearnedConvention, value: unknown]

/** The drift of a convention by operation: only operations that were seen both times are compared. */
function driftByOperation(
  name: ConventionName,
  [before, was]: LearnedValue,
  [after, is]: LearnedValue,
): readonly Drift[] {
  const operations = namedPlaces(was, is).filter((operation) => operation !== '$default')
  const isOfOthers = (question: string) => !operations.some((operation) => isAbout(question, operation))
  const isSeenBoth = (isOf: (question: string) => boolean) => before.seenIn.some(isOf) && after.seenIn.some(isOf)
  const places = [
    ...(isSeenBoth(isOfOthers) ? ['$default'] : []),
    ...operations.filter((operation) => isSeenBoth((question) => isAbout(question, operation))),
  ]
  const moved = places.filter((place) => !sameTemplate(valueAt(was, place), valueAt(is, place)))
  if (moved.length === 0)
    return before.seenIn.some((question) => !after.seenIn.includes(question))
      ? [{ class: 'notMeasured', what: name, cause: because.data }]
      : []
  const valuesOf = (value: unknown) => Object.fromEntries(moved.map((place) => [place, valueAt(value, place)]))
  return [{ class: 'dialect', convention: name, clause: before.clause, before: valuesOf(was), after: valuesOf(is) }]
}

/** The parts of answers and records that changed conventions explain. */
interface ExplainedParts {
  readonly conventions: ReadonlySet<ConventionName>
  /** The questions that showed them. */
  readonly questions: ReadonlySet<string>
  /** The changed statuses, such as `400>422`. */
  readonly statuses: ReadonlySet<string>
}

function explainedParts(moved: readonly Drift[], before: LearnedDocument, after: LearnedDocument): ExplainedParts {
  const dialect = moved.filter((drift) => drift.class === 'dialect')
  // If something could not be seen, only the convention reports it.
  const told = conventionNames.filter((name) =>
    moved.some((drift) => (drift.class === 'dialect' || drift.class === 'notMeasured') && driftName(drift) === name),
  )
  const seenIn = told.flatMap((name) => [before, after].flatMap(({ conventions }) => conventions[name].seenIn))
  return {
    conventions: new Set(dialect.map(({ convention }) => convention)),
    questions: new Set(seenIn),
    statuses: new Set(
      dialect.flatMap((drift) =>
        collectStatuses(drift.before).flatMap((from) => collectStatuses(drift.after).map((to) => `${from}>${to}`)),
      ),
    ),
  }
}

function collectStatuses(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value]
  return isObject(value) ? Object.values(value).flatMap(collectStatuses) : []
}

/** The answers whose members are decided neither by an envelope nor by the form of records. */
const unenveloped: ReadonlySet<string> = new Set(['legacy.root', 'oauth.token', 'services.invoke'])

/**
 * The answers of another form that no convention explains. Records and envelopes are compared elsewhere. Here the
 * status, media type, headers, relations and methods count, and the whole body of a refusal.
 */
function answerDrifts(before: LearnedDocument, after: LearnedDocument, explained: ExplainedParts): readonly Drift[] {
  const hasOtherPaths = explained.conventions.has('versionedResources')
  const envelopes = [before, after].flatMap(envelopePaths)
  const unsteady = new Set([before, after].flatMap(unsteadyHeaders))
  const drifts = Object.entries(before.answers).flatMap(
    ([question, { shape, request, operation }]): readonly Drift[] => {
      const now = after.answers[question]
      if (explained.questions.has(question) || (hasOtherPaths && operation === undefined)) return []
      if (!now) return [{ class: 'notMeasured', what: question, cause: after.missing[question] ?? because.data }]
      const differences = compareAnswers(shape, now.shape).filter((difference) => {
        if (difference.kind === 'status') return !explained.statuses.has(`${difference.left}>${difference.right}`)
        if (difference.kind === 'mediaType') return shape.status < 400 || !explained.conventions.has('errorBody')
        if (difference.kind === 'member' || difference.kind === 'type') {
          if (shape.status >= 400) return !explained.conventions.has('errorBody')
          return unenveloped.has(question) || (isOfList(operation) && isBesideRecords(difference.path, envelopes))
        }
        if (difference.kind === 'header') return !unsteady.has(difference.header) && !ofGateway.test(difference.header)
        return difference.kind !== 'method' || !hasOtherPaths
      })
      if (differences.length === 0) return []
      if (isOutage(now.shape.status)) return [{ class: 'notMeasured', what: question, cause: because.outage }]
      return [{ class: 'answer', question, request, differences }]
    },
  )
  return drifts.filter((drift) => !isToldElsewhere(drift, drifts))
}

const ofOperations: ReadonlySet<string> = new Set([...operationQuestions, earlierTokenQuestion].map(({ id }) => id))

/** True if a question about single operations shows only what another question shows at the same address. */
function isToldElsewhere(drift: Drift, all: readonly Drift[]): boolean {
  if (drift.class !== 'answer' || !ofOperations.has(drift.question)) return false
  const earlier = all.slice(0, all.indexOf(drift))
  return drift.differences.every((difference) =>
    earlier.some(
      (other) =>
        other.class === 'answer' &&
        other.request === drift.request &&
        other.differences.some((told) => isSameJson(told, difference)),
    ),
  )
}

const isOfList = (operation: OperationId | undefined): boolean =>
  operation !== undefined && operation !== 'legacy-projects.list' && findOperation(operation).answer === 'list'

type Steps = readonly string[]

/** The paths of the members in the envelopes of lists. They come and go with the page, and conventions tell of them. */
function envelopePaths({ conventions: { listEnvelope, legacyListEnvelope } }: LearnedDocument): readonly Steps[] {
  const paths = (value: unknown, path: Steps = []): readonly Steps[] =>
    isObject(value) ? Object.entries(value).flatMap(([name, inner]) => memberPaths(name, inner, path)) : []
  const memberPaths = (name: string, inner: unknown, path: Steps): readonly Steps[] => {
    // The values of operations, and instructions, are no members.
    const at = name.startsWith('$') && name !== '$kind' ? path : [...path, name]
    return [at, ...paths(inner, at)]
  }
  const all = [
    [listEnvelope, listShorthands],
    [legacyListEnvelope, legacyShorthands],
  ] as const
  return all.flatMap(([convention, shorthands]) => {
    const value = 'value' in convention ? convention.value : 'nearest' in convention ? convention.nearest : undefined
    const isNamed = isObject(value) && Object.hasOwn(value, '$default')
    const values = isNamed ? Object.values(value) : [value]
    return values.flatMap((form) => paths(typeof form === 'string' ? shorthands[form] : form))
  })
}

/** Returns true for a member of an envelope that no template has: not in a list, nor in an object that it does not have. */
function isBesideRecords(path: string, envelopes: readonly Steps[]): boolean {
  const names = pathSteps(path)
  if (names.length === 0 || names.some((name) => name === '[]' || name === '{}')) return false
  const isKnown = (member: Steps): boolean =>
    envelopes.some(
      (known) =>
        known.length === member.length && known.every((name, index) => name === '$kind' || name === member[index]),
    )
  return !isKnown(names) && (names.length === 1 || isKnown(names.slice(0, -1)))
}

/** Headers and cookies of a gateway, such as a cache or a balancer. They change with it, and not with the application. */
const ofGateway =
  /^(?:age|alt-svc|cache-status|cdn-.+|cf-.+|eagleid|fly-.+|nel|report-to|traceparent|tracestate|x-(?:akamai-.+|amz-.+|amzn-.+|azure-ref|backend.*|cache.*|cdn.*|cloud-trace-context|edge-.+|envoy-.+|fastly-.+|proxy-cache|served-by|timer|varnish.*)|set-cookie (?:__cf.+|_cfuvid|awsalb.*|bigipserver.*|incap_.+|visid_incap_.+))$/i

/** The headers that only some of the equal answers to a request have, such as those of a cache: they come and go. */
function unsteadyHeaders({ answers }: LearnedDocument): readonly string[] {
  const alike = Map.groupBy(Object.values(answers), ({ request, shape }) => `${shape.status} ${request}`)
  return [...alike.values()].flatMap((same) => {
    const all = same.map(({ shape }) => shape.headers)
    return all.flat().filter((name) => !all.every((names) => names.includes(name)))
  })
}

/** The members of records that a convention decides. */
const decided: Readonly<Partial<Record<ConventionName, readonly string[]>>> = {
  scopeFormat: ['scopes', 'scopes[]', 'scopes[].resource', 'scopes[].action', 'scopes[].name', 'scopes[].description'],
  expiresAtFormat: ['expires_at'],
}

function recordDrifts(before: RecordForms, after: RecordForms, { conventions }: ExplainedParts): readonly Drift[] {
  if (conventions.has('recordMembers')) return []
  const byConvention = [...conventions].flatMap((name) => decided[name] ?? [])
  return (Object.keys(before) as (keyof RecordForms)[]).flatMap((collection) => {
    const [was, is] = [before[collection], after[collection]]
    if (!was || !is) return []
    const paths = [...new Set([...Object.keys(was.members), ...Object.keys(is.members)])].toSorted()
    const open = collection === 'access_tokens' ? paths.filter((path) => !byConvention.includes(path)) : paths
    return open.flatMap((path): readonly Drift[] => {
      const [of, to] = [namedValue(was.members, path), namedValue(is.members, path)]
      const drift = (change: 'removed' | 'retyped' | 'added'): readonly Drift[] => [
        { class: 'records', collection, change, path, before: of?.types ?? [], after: to?.types ?? [] },
      ]
      if (of === undefined) return isInsideNewMember(path, was.members) ? [] : drift('added')
      // A member that only some records had may be missing from the current ones.
      if (to === undefined) return of.in === was.count && !hasMissingParent(path, is.members) ? drift('removed') : []
      return sharesType(of.types, to.types) ? [] : drift('retyped')
    })
  })
}

function scopeDrifts(before: ScopeNames, after: ScopeNames): readonly Drift[] {
  return scopeHolders.flatMap((of) => {
    const [was, is] = [before[of], after[of]]
    if (!was || !is) return []
    const drift = (change: 'removed' | 'added', names: readonly string[]): readonly Drift[] =>
      names.length === 0 ? [] : [{ class: 'scopes', of, change, names }]
    return [
      ...drift(
        'removed',
        was.filter((name) => !is.includes(name)),
      ),
      ...drift(
        'added',
        is.filter((name) => !was.includes(name)),
      ),
    ]
  })
}

/** Returns true for a path inside a member that is new as a whole. */
function isInsideNewMember(path: string, known: RecordFormMembers): boolean {
  const parent = parentPath(path)
  return parent !== undefined && parent !== '' && !Object.hasOwn(known, parent)
}

/** Returns true for a path inside a member that is missing as a whole and reported as such. */
function hasMissingParent(path: string, known: RecordFormMembers): boolean {
  const parent = parentPath(path)
  if (parent === undefined || parent === '') return false
  // An empty list does not show the form of its items.
  return !Object.hasOwn(known, parent) || path.endsWith('[]') || hasMissingParent(parent, known)
}

type RecordFormMembers = Readonly<Record<string, unknown>>

function sharesType(left: readonly JsonType[], right: readonly JsonType[]): boolean {
  const real = (types: readonly JsonType[]) => types.filter((type) => type !== 'null')
  const [of, to] = [real(left), real(right)]
  return of.length === 0 || to.length === 0 || of.some((type) => to.includes(type))
}

/**
 * The differences that were seen twice. A difference that was seen only once is not measured: lag, other writers and
 * short outages are not drift.
 */
export function confirmDrifts(first: readonly Drift[], second: readonly Drift[]): readonly Drift[] {
  const again = new Set(second.map((drift) => JSON.stringify(drift)))
  return first.map((drift): Drift => {
    if (!hasMoved(drift) || again.has(JSON.stringify(drift))) return drift
    return { class: 'notMeasured', what: driftName(drift), cause: because.changed }
  })
}

/** The name of the thing that differs. */
export function driftName(drift: Drift): string {
  switch (drift.class) {
    case 'breaks':
    case 'fails':
      return drift.requirement
    case 'dialect':
      return drift.convention
    case 'answer':
      return drift.question
    case 'records':
      return `${drift.collection}.${drift.path}`
    case 'scopes':
      return `scopes.${drift.of}.${drift.change}`
    case 'notMeasured':
      return drift.what
  }
}
