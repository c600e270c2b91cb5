// The shape of errors: a shorthand, or a template with holes, from requests that are meant to be refused.
import type { Answers } from '../answers.ts'
import { isObject } from '../../reading/find-list.ts'
import type { Target } from '../../target/target-file.ts'
import { learned, unrepresentable, unobservable } from '../observation.ts'
import { refusalTemplate } from '../refusal-form.ts'
import { sameTemplate } from '../template.ts'
import type { ConventionObserver } from './observer.ts'

const isDetail = (names: readonly string[]) => (value: unknown) =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name))

function isDetailList(value: unknown, names: readonly string[]): boolean {
  return Array.isArray(value) && value.every(isDetail(names))
}

const hasNames = (value: unknown, ...names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.keys(value).toSorted().join() === names.toSorted().join()

const json = 'application/json'

interface Shorthand {
  readonly name: string
  readonly mediaType: string
  /** Returns true for an error of this shape. */
  readonly is: (body: unknown) => boolean
  /** Its template; undefined if it has none. */
  readonly template?: Readonly<Record<string, unknown>>
}

/** The shorthands of error bodies. */
const shorthands: readonly Shorthand[] = [
  {
    name: 'error',
    mediaType: json,
    is: (body) =>
      hasNames(body, 'error') &&
      hasNames(body['error'], 'code', 'details', 'message') &&
      isDetailList(body['error']['details'], ['at', 'message', 'allowed']),
    template: { error: { code: '$code', message: '$message', details: '$details' } },
  },
  {
    name: 'problem',
    mediaType: 'application/problem+json',
    is: (body) =>
      hasNames(body, 'detail', 'errors', 'status', 'title', 'type') &&
      isDetailList(body['errors'], ['at', 'message', 'allowed']),
    template: { type: 'about:blank', title: '$code', status: '$status', detail: '$message', errors: '$details' },
  },
  {
    name: 'errors',
    mediaType: json,
    is: (body) =>
      hasNames(body, 'errors') &&
      isDetailList(body['errors'], ['code', 'message', 'at', 'allowed']) &&
      (body['errors'] as readonly unknown[]).length > 0,
  },
]

/** The refusal that lists the allowed values. */
const ofEnum = 'resources.invalid-enum'

/** The refusals whose bodies show the shape of errors. */
const refusals = [
  ofEnum,
  'products.malformed-cursor',
  'products.malformed-catalog',
  'products.unknown-catalog',
  'environments.as-stranger',
  'products.limit-text',
  'services.unknown-connection',
]

/** A refusal. Its body is undefined if it is empty. */
interface RefusalBody {
  readonly question: string
  readonly status: number
  readonly body: unknown
  readonly mediaType: string
}

function refusalBodies(answers: Answers): readonly RefusalBody[] {
  return refusals.flatMap((question) => {
    const { status = 0, json: body, text = '', headers = {} } = answers.get(question)?.response ?? {}
    // A body that is not JSON comes from something else.
    if (status < 400 || (body === undefined && text !== '')) return []
    const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
    return [{ question, status, body, mediaType }]
  })
}

/**
 * The shape of errors. The allowed values are known if the target file declares them, or if only one list can contain
 * them.
 */
export const errorBody: ConventionObserver = (answers, target) => {
  const all = refusalBodies(answers)
  // A body that is missing from only some refusals may have been lost in transit.
  const isBodiless = all.every(({ question, body }) => question === ofEnum || body === undefined)
  const seen = isBodiless ? all : all.filter(({ body }) => body !== undefined)
  const seenIn = seen.map(({ question }) => question)
  const enumRefusal = seen.find(({ question }) => question === ofEnum)
  if (enumRefusal?.status !== 400 || enumRefusal.body === undefined || seen.length < 2)
    return unobservable(answers.whyNot(ofEnum), ...seenIn)
  const bodies = seen.filter(({ body }) => body !== undefined)
  const mediaTypes = [...new Set(bodies.map(({ mediaType }) => mediaType))]
  const [mediaType = json] = mediaTypes
  // A single refusal that differs from the others concerns only its own operation.
  const others = seen.filter((refused) => refused !== enumRefusal)
  // Further members of that refusal also concern only its operation.
  const shared = sharedMembers(
    enumRefusal.body,
    others.map(({ body }) => body),
  )
  const usual = ({ is }: Shorthand) => {
    const alike = others.filter(({ body }) => is(body))
    return alike.length > 0 && is(shared) && isMost([enumRefusal, ...alike], seen)
  }
  const short = shorthands.find(usual)
  if (short?.mediaType === mediaType && mediaTypes.length === 1) return learned(short.name, ...seenIn)
  const form = short?.template
    ? { template: short.template, unexplained: [] }
    : commonTemplate(seen, enumRefusal, target)
  if (!form) return unobservable({ kind: 'declaration', members: [['enumFilters']] }, ...seenIn)
  const { template, unexplained } = form
  if (!/\$(?:allowed|details)\b/.test(JSON.stringify(template) ?? ''))
    return unrepresentable(['the allowed values'], seenIn)
  const value =
    mediaType === json || mediaTypes.length > 1
      ? template
      : { $mediaType: mediaType, ...(isObject(template) ? template : { $value: template }) }
  const differs = [...unexplained, ...(mediaTypes.length > 1 ? ['the media type'] : [])]
  if (differs.length > 0) return unrepresentable(differs, seenIn, value)
  return learned(sameTemplate(value, { message: '$message', allowed: '$allowed' }) ? 'message' : value, ...seenIn)
}

/** A body without the members that no other one has. */
function sharedMembers(body: unknown, others: readonly unknown[]): unknown {
  const objects = others.filter(isObject)
  if (!isObject(body) || objects.length === 0) return body
  const shared = Object.entries(body).filter(([name]) => objects.some((other) => Object.hasOwn(other, name)))
  return Object.fromEntries(
    shared.map(([name, value]) => [
      name,
      sharedMembers(
        value,
        objects.map((other) => other[name]),
      ),
    ]),
  )
}

/** The template of most refusals, with the questions whose refusals have another form. */
function commonTemplate(
  seen: readonly RefusalBody[],
  enumRefusal: RefusalBody,
  { enumFilters }: Target,
): { readonly template: unknown; readonly unexplained: readonly string[] } | undefined {
  const [declared] = enumFilters ?? []
  const others = seen.filter((refused) => refused !== enumRefusal)
  const allowed = declared?.values ?? singleTextList(enumRefusal.body, others)
  if (!allowed) return undefined
  const formAlone = (some: readonly RefusalBody[]) => refusalTemplate([enumRefusal, ...some], allowed)
  const all = formAlone(others)
  if (all.unexplained.length === 0) return all
  const alike: RefusalBody[] = []
  for (const refused of others) if (formAlone([...alike, refused]).unexplained.length === 0) alike.push(refused)
  if (alike.length === 0) return all
  const unlike = others.filter((refused) => !alike.includes(refused))
  if (isMost(alike, others)) return { template: formAlone(alike).template, unexplained: [] }
  return { template: formAlone(alike).template, unexplained: unlike.map(({ question }) => `the body of ${question}`) }
}

const isMost = (some: readonly RefusalBody[], all: readonly RefusalBody[]): boolean =>
  some.length > 2 * (all.length - some.length)

/**
 * The only list of texts in a refusal that the others do not have: in the refusal of an enum value, the allowed values.
 */
function singleTextList(body: unknown, others: readonly RefusalBody[]): readonly string[] | undefined {
  const known = new Set(others.flatMap((other) => collectTextLists(other.body).map((list) => list.join('\n'))))
  const lists = collectTextLists(body).filter((list) => !known.has(list.join('\n')))
  return lists.length === 1 ? lists[0] : undefined
}

function collectTextLists(value: unknown, levels = 5): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || levels === 0) return []
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return [value as readonly string[]]
  return Object.values(value).flatMap((member) => collectTextLists(member, levels - 1))
}
