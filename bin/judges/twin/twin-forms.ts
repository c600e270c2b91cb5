// The answer forms that a twin needs in addition to its conventions, because the answers of its service differ.
import type { Exchange } from '../../../conformance/conclusions/exchange.ts'
import { type AnswerShape, isOutage } from '../../../conformance/learn/answer-shape.ts'
import { type AnswerDifference, compareAnswers } from '../../../conformance/learn/compare-answers.ts'
import { parentPath, pathSteps } from '../../../conformance/learn/member-paths.ts'
import { escapedName, wordOrMadeUp } from '../../../conformance/learn/template.ts'
import { withConventions, defaultConventions } from '../../../emulator/api/dialect/conventions.ts'
import type { AnswerForm, AnswerForms } from '../../../emulator/model/contract/answer-form.ts'
import type { TemplatePart } from '../../../emulator/model/contract/template.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type HeaderTemplates, headerTemplates } from './header-templates.ts'
import { mostFrequent } from '../../../conformance/reading/same-json.ts'
import { isRefusalStatus } from '../../../conformance/reading/success.ts'
import { placeholderMember } from './twin-records.ts'

/** The answers of a service and of its twin to one question. */
export interface AnswerPair {
  readonly question: string
  /** The twin's name of the operation; undefined if it has no such operation. */
  readonly operation: string | undefined
  /** The outcome of the request at the twin: `success`, `options` or the code of a refusal. */
  readonly outcome: string
  /** The kind of the mistake in a refused request, by the twin. */
  readonly mistake: string | undefined
  readonly ofService: AnswerShape
  readonly ofTwin: AnswerShape
  /** The answer of the service. */
  readonly exchange: Exchange | undefined
  /** The rate limit that the twin announced. */
  readonly limit: string | undefined
  readonly onlyForm: boolean
}

/**
 * True if both served the request or both refused it. An unknown record may have an empty list, and a page may report
 * an error with any status.
 */
const isAlike = ({ outcome, operation, ofService: { status }, ofTwin }: AnswerPair): boolean =>
  !isOutage(status) &&
  (isRefusalStatus(status) === isRefusalStatus(ofTwin.status) ||
    outcome === 'not_found' ||
    (operation === 'connect.browser' && outcome !== 'success'))

/**
 * True for a refusal of an operation that the service always refuses so, for example because the client lacks a right. It
 * does not show how the service answers the outcome.
 */
function isRefusedAnyway({ operation, ofService: { status } }: AnswerPair, all: readonly AnswerPair[]): boolean {
  const served = all.filter((other) => other.operation === operation && other.outcome === 'success')
  return isRefusalStatus(status) && served.length > 0 && served.every((other) => other.ofService.status === status)
}

/** A part of a form, as one answer shows it. */
interface Part {
  readonly key: string
  readonly form: AnswerForm
  /** The path of a member. */
  readonly path?: string
}

/** The parts of the form that turn the twin's answer into that of the service. */
function formParts(pair: AnswerPair, templates: HeaderTemplates): readonly Part[] {
  const { ofService, ofTwin, onlyForm } = pair
  const status = ofService.status === ofTwin.status ? [] : [statusPart(ofService.status)]
  const { redirect: _led, ...reached } = ofService
  const { redirect: _other, ...ofSame } = ofTwin
  const differences = compareAnswers(reached, { ...ofSame, status: ofService.status }, { onlyForm })
  const whole = bodyPart(pair)
  return [
    ...status,
    ...differences.flatMap((difference) =>
      difference.kind === 'header'
        ? [headerPart(difference, pair, templates)]
        : differenceParts(difference, pair, whole !== undefined),
    ),
    ...(whole ? [whole] : []),
  ]
}

const statusPart = (status: number): Part => ({ key: `status ${status}`, form: { status } })

/** The part for an answer without JSON, such as an HTML page. */
function bodyPart({ ofService, ofTwin, exchange, outcome }: AnswerPair): Part | undefined {
  const isRefusal = outcome !== 'success' && outcome !== 'options'
  const hasJson = Object.keys(ofService.members).length > 0
  if (hasJson || exchange === undefined) return undefined
  const { text } = exchange.response
  if (!isRefusal) return text === '' && ofTwin.mediaType !== '' ? { key: 'text', form: { text } } : undefined
  const isPage = /^\s*</.test(text)
  if (text !== '' && Object.keys(ofTwin.members).length === 0 && ofTwin.mediaType !== '') return undefined
  if (text === '' && ofTwin.mediaType === '') return undefined
  const made = text === '' ? '' : isPage ? '<!doctype html><title>Refused</title><p>Refused' : 'Refused'
  return { key: `text ${made}`, form: { text: made } }
}

function differenceParts(difference: AnswerDifference, pair: AnswerPair, hasText: boolean): readonly Part[] {
  switch (difference.kind) {
    case 'mediaType':
      return difference.left === ''
        ? []
        : [{ key: `mediaType ${difference.left}`, form: { mediaType: difference.left } }]
    case 'member':
    case 'type': {
      const { path } = difference
      if (hasText) return []
      if (difference.kind === 'type' || difference.side === 'left')
        return [{ key: `member ${path}`, form: { members: { [path]: madeUpValue(path, pair) } }, path }]
      return path === '' || holdsRecords(path, pair)
        ? []
        : [{ key: `without ${path}`, form: { without: [path] }, path }]
    }
    case 'relation': {
      const [relation = '', ...attributes] = difference.relation.split(' ')
      return difference.side === 'right'
        ? []
        : [{ key: `relation ${difference.relation}`, form: { relations: { [relation]: attributes } } }]
    }
    case 'method': {
      const { method, side } = difference
      // A star means all methods.
      if (side === 'right' && pair.ofService.allow.includes('*')) return []
      return [{ key: `method ${method} ${side}`, form: { allow: { [method]: side === 'left' } } }]
    }
    default:
      return []
  }
}

function headerPart(
  { header, side }: Extract<AnswerDifference, { readonly kind: 'header' }>,
  { exchange }: AnswerPair,
  templates: HeaderTemplates,
): Part {
  const key = `header ${header} ${side}`
  if (side === 'right') return { key, form: { headers: { [header]: null } } }
  const [name = '', cookie] = header.split(' ')
  const value = templates.of(header, exchange?.response.headers ?? {})
  return { key, form: cookie === undefined ? { headers: { [name]: value } } : { cookies: { [cookie]: value } } }
}

/** True for the list of an answer. Without it, no page would lead to the next one. */
function holdsRecords(path: string, { ofTwin: { members }, operation, outcome }: AnswerPair): boolean {
  const inRecord = /^(?:\[\]|\.\{\})(?:\.\w+)?\.id$/
  return (
    outcome === 'success' &&
    // A new group may have a list of other objects.
    operation !== 'legacy.groups.create' &&
    Object.keys(members).some((inner) => inner.startsWith(path) && inRecord.test(inner.slice(path.length)))
  )
}

/** A made-up value in the form of a service's member. In a refusal, a sentence becomes the message. */
function madeUpValue(path: string, pair: AnswerPair): TemplatePart {
  const made = placeholderMember(path, pair.ofService.members) as TemplatePart
  if (pair.outcome === 'success') return escapeNames(made)
  const real = followMemberPath(pair.exchange?.response.json, pathSteps(path))
  return escapeNames(fillRefusal(made, real, pair.ofService.status))
}

/** Escapes the names of members that would be holes of a template. */
function escapeNames(part: TemplatePart): TemplatePart {
  if (Array.isArray(part)) return part.map(escapeNames)
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [escapedName(name), escapeNames(member as TemplatePart)]),
  )
}

function followMemberPath(json: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return json
  if (typeof json !== 'object' || json === null) return undefined
  const inner: unknown = step === '[]' ? (json as readonly unknown[])[0] : (json as Record<string, unknown>)[step]
  return followMemberPath(inner, rest)
}

/** Fills a made-up value of a refusal with the real codes and status, and a placeholder for the message. */
function fillRefusal(made: TemplatePart, real: unknown, status: number): TemplatePart {
  if (typeof made === 'string' && typeof real === 'string')
    return /\S\s+\S/.test(real) ? '$message' : real === String(status) ? real : (wordOrMadeUp(real) as string)
  if (typeof made === 'number' && real === status) return status
  if (typeof made !== 'object' || made === null || typeof real !== 'object' || real === null) return made
  const values = real as Readonly<Record<string, unknown>>
  if (Array.isArray(made)) return made.map((item: TemplatePart, index) => fillRefusal(item, values[index], status))
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => [name, fillRefusal(value as TemplatePart, values[name], status)]),
  )
}

/** The common form of several answers: the parts that none of them contradicts. */
function commonForm(pairs: readonly AnswerPair[], templates: HeaderTemplates): AnswerForm {
  const all = pairs.map((pair) => ({ pair, parts: formParts(pair, templates) }))
  const byKey = Map.groupBy(
    all.flatMap(({ parts }) => parts),
    ({ key }) => key,
  )
  return [...byKey].reduce<AnswerForm>((form, [key, [part]]) => {
    const without = all.filter(({ parts }) => !parts.some((other) => other.key === key))
    const isContradicted =
      part!.path === undefined
        ? without.length * 2 >= all.length
        : without.some(({ pair }) => isVisible(part!.path!, pair))
    return isContradicted ? form : mergeForms(form, part!.form)
  }, {})
}

/** True if an answer would show a member that the service had. */
function isVisible(path: string, { ofService: { members }, onlyForm }: AnswerPair): boolean {
  if (onlyForm) return false
  return Object.hasOwn(members, parentPath(path) ?? '')
}

/** The members of a form that do not depend on the body of one operation. */
const outerMembers = ['mediaType', 'headers', 'cookies', 'allow'] as const
const formMembers = ['status', 'text', ...outerMembers, 'relations', 'without', 'members'] as const

const pickMembers = (form: AnswerForm, names: readonly (keyof AnswerForm)[]): AnswerForm =>
  Object.fromEntries(names.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])))

/** Two forms in one: what both name is joined if it is a table or a list, and taken from the right one otherwise. */
function mergeForms(left: AnswerForm, right: AnswerForm): AnswerForm {
  const merged = Object.entries(right).map(([name, part]: [string, unknown]) => {
    const known: unknown = left[name as keyof AnswerForm]
    if (Array.isArray(known) && Array.isArray(part)) return [name, [...(known as unknown[]), ...(part as unknown[])]]
    return [name, isObject(known) && isObject(part) ? { ...known, ...part } : part]
  })
  return { ...left, ...Object.fromEntries(merged) }
}

/** A form for each item of its lists, for each entry of its tables, and for each other member. */
function splitForm(form: AnswerForm): readonly AnswerForm[] {
  return Object.entries(pickMembers(form, formMembers)).flatMap(
    ([name, part]: [string, unknown]): readonly AnswerForm[] => {
      if (Array.isArray(part)) return part.map((item: unknown) => ({ [name]: [item] }))
      return isObject(part)
        ? Object.entries(part).map(([key, value]) => ({ [name]: { [key]: value } }))
        : [{ [name]: part }]
    },
  )
}

const isRefusal = ({ status = 400 }: AnswerForm): boolean => status >= 400

/** The form of most places. What a place serves instead of a refusal, such as an empty list, holds only there. */
function refusalAmong(places: readonly { readonly form: AnswerForm }[]): AnswerForm {
  return mostFrequent(places.map(({ form }) => form).filter(isRefusal)) ?? {}
}

type Outcomes = Record<string, AnswerForm>

/**
 * The forms of answers by operation and outcome, merged into a default where most agree; undefined if the twin needs
 * none.
 */
export function twinForms(pairs: readonly AnswerPair[]): AnswerForms | undefined {
  const alike = pairs.filter((pair) => isAlike(pair) && !isRefusedAnyway(pair, pairs))
  const templates = headerTemplates(pairs)
  const byPlace = [...Map.groupBy(alike, ({ operation = '', outcome }) => `${operation} ${outcome}`)].map(
    ([place, same]) => {
      const [operation, outcome] = place.split(' ') as [string, string]
      const statuses = new Set(same.map(({ ofTwin: { status } }) => status))
      // Forms for single mistakes follow below. What a service answers to a mistake says nothing about other requests.
      const plain = same.filter(({ mistake }) => mistake === undefined)
      const common = acceptedParts(commonForm(plain.length > 0 ? plain : same, templates), operation, outcome)
      const form = plain.length > 0 || isRefusal(common) ? common : undefined
      return { operation, outcome, pairs: same, form, status: statuses.size === 1 ? [...statuses][0]! : 200 }
    },
  )
  // A mistake that is refused otherwise than the others has its own form.
  const byMistake = byPlace.flatMap(({ operation, outcome, form, pairs: same }) =>
    [...Map.groupBy(same, ({ mistake }) => mistake)].flatMap(([mistake, ofMistake]) => {
      const particular = acceptedParts(commonForm(ofMistake, templates), operation, outcome)
      return mistake === undefined || (form && sameForm(particular, form))
        ? []
        : [{ operation, outcome, mistake, form: particular }]
    }),
  )
  const places = byPlace.flatMap(({ form, ...place }) => (form ? [{ ...place, form }] : []))
  const forms: Record<string, Outcomes> = {}
  const set = (operation: string, outcome: string, form: AnswerForm): void => {
    forms[operation] = { ...forms[operation], [outcome]: form }
  }
  const isSuccess = (outcome: string) => outcome === 'success' || outcome === 'options'
  // A success of another status than 200, such as 201, may have headers of its own.
  const formKey = ({ outcome, status }: (typeof places)[number]) =>
    outcome === 'success' && status !== 200 ? String(status) : outcome
  const byKey = [...Map.groupBy(places, formKey)].toSorted(
    ([left], [right]) => Number(/\d/.test(left)) - Number(/\d/.test(right)),
  )
  for (const [key, all] of byKey) {
    const [{ outcome }] = all as [(typeof all)[0]]
    const usual = isSuccess(outcome)
      ? mostFrequent(all.map(({ form }) => pickMembers(form, outerMembers)))!
      : refusalAmong(all)
    if (!sameForm(usual, (key === outcome ? undefined : forms['$default']?.[outcome]) ?? {}))
      set('$default', key, usual)
    for (const { operation, form } of all) if (operation !== '' && !sameForm(form, usual)) set(operation, outcome, form)
  }
  const refused = places.filter(({ outcome }) => !isSuccess(outcome))
  // All errors of the token endpoint have their own form.
  const ofTokens = refused.filter(({ operation }) => operation === 'oauth.token')
  const ofToken = mostFrequent(ofTokens.map(({ form }) => form))
  if (ofToken) set('oauth.token', 'refusal', ofToken)
  // Outcomes that were seen are also named, because they take precedence over the forms of all operations.
  for (const { outcome, form } of ofTokens) set('oauth.token', outcome, form)
  const others = refused.filter((place) => !ofTokens.includes(place))
  const refusal = acceptedParts(refusalAmong(others), '', 'refusal')
  if (!isEmptyForm(refusal)) {
    // Outcomes that were seen keep their own form, even an empty one.
    for (const outcome of new Set(others.map(({ outcome: name }) => name)))
      if (!forms['$default']?.[outcome]) set('$default', outcome, {})
    set('$default', 'refusal', refusal)
  }
  for (const [operation, outcome, form] of redirectForms(pairs)) set(operation, outcome, form)
  for (const { operation, outcome, mistake, form } of byMistake)
    set(operation || '$default', `${outcome} ${mistake}`, form)
  return Object.keys(forms).length === 0 ? undefined : forms
}

/** The redirects of requests that read, by operation, and that to the other slash. */
function redirectForms(
  pairs: readonly AnswerPair[],
): readonly (readonly [operation: string, outcome: string, form: AnswerForm])[] {
  const changes = pairs.flatMap(({ question, operation = '$default', exchange, ofService: { redirect = '' } }) => {
    const [status, change = ''] = redirect.split(' ')
    return exchange?.request.method === 'GET' ? [{ question, operation, status: Number(status), change }] : []
  })
  // Operations that serve both forms of their path, or redirect otherwise, have their own.
  const slashes = changes.filter(({ question, change }) => change === 'slash' || question.endsWith('.slash'))
  const slash = slashes.find(({ change }) => change === 'slash')
  const toSlash = slash
    ? [
        ['$default', 'slash', { status: slash.status }] as const,
        ...slashes.flatMap(({ operation, change, status }) => {
          const form = change === 'slash' ? { status } : {}
          return operation === '$default' || form.status === slash.status ? [] : [[operation, 'slash', form] as const]
        }),
      ]
    : []
  const adding = changes.filter(({ change }) => change.includes('='))
  if (adding.length === 0) return toSlash
  const byOperation = Map.groupBy(changes, ({ operation }) => operation)
  const ofOperations = [...byOperation].map(([operation, all]) => {
    const found = all.find((change) => adding.includes(change))
    const form = found ? { status: found.status, query: Object.fromEntries(new URLSearchParams(found.change)) } : {}
    return [operation, 'redirect', form] as const
  })
  return [...ofOperations, ...toSlash]
}

/** The parts of a form that an emulator accepts. The specification fixes the others, so they stay different. */
function acceptedParts(form: AnswerForm, operation: string, outcome: string): AnswerForm {
  return splitForm(form)
    .filter((part) => acceptsForm(part, operation, outcome))
    .reduce(mergeForms, {})
}

function acceptsForm(part: AnswerForm, operation: string, outcome: string): boolean {
  try {
    withConventions(defaultConventions, { answerForms: { [operation || '$default']: { [outcome]: part } } })
    return true
  } catch {
    return false
  }
}

const isEmptyForm = (form: AnswerForm): boolean => Object.keys(form).length === 0
const sameForm = (left: AnswerForm, right: AnswerForm): boolean => JSON.stringify(left) === JSON.stringify(right)
