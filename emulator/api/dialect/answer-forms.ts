// The last step of an answer: differences of a service that no other convention covers, by operation and outcome.
import type { AnswerForm, AnswerForms } from '../../model/contract/answer-form.ts'
import { operationIds, type OperationId } from '../../model/contract/operation-ids.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { shortJson } from '../../tools/short-text.ts'
import { frozenCopy, parseConvention, type ReadableValues } from './readable-values.ts'
import { readNote, notedResponse } from './noted-response.ts'
import { compileTemplate, type HoleValues } from './templates/answer-template.ts'
import { headerHoles, type Holes, memberHoles } from './templates/holes.ts'
import { readPart } from './templates/read-template.ts'

/** The values of a request that can fill the holes of headers. */
interface HeaderFacts {
  readonly requestId: string
  /** Virtual time, in milliseconds since 1970. */
  readonly now: number
  /** The convention `rateLimit`. */
  readonly rateLimit: number
}

/** The outcome of a request. */
export interface Outcome {
  readonly operation: OperationId | undefined
  /** `success`, `options`, or the code of the refusal. */
  readonly name: string
  /** The kind of the mistake in a refused request, such as the parameter that is wrong. */
  readonly mistake?: string | undefined
  /** The message of the refusal. */
  readonly message: string | undefined
  /** The address of the request. */
  readonly url: string
  /** The values of the holes in headers. */
  readonly facts: HeaderFacts
}

/** The form of an outcome; undefined if only the other conventions apply. */
export function findAnswerForm(
  forms: AnswerForms | 'none',
  { operation, name, mistake }: Pick<Outcome, 'operation' | 'name' | 'mistake'>,
  status: number,
): AnswerForm | undefined {
  if (forms === 'none') return undefined
  const isRefusal = name !== 'success' && name !== 'options'
  const [particular, others] = [operation && forms[operation], forms.$default]
  const formIn = (outcomes: typeof others) =>
    (mistake === undefined ? undefined : outcomes?.[`${name} ${mistake}`]) ??
    outcomes?.[name] ??
    (isRefusal ? outcomes?.['refusal'] : undefined)
  const ofStatus = name === 'success' ? others?.[status] : undefined
  return formIn(particular) ?? ofStatus ?? formIn(others)
}

/** The filled value of a part of a form. */
type Fill = (values: HoleValues) => unknown

/** The parts of a form with holes, ready to be filled. */
interface CompiledForm {
  /** Null for a header that is left out. */
  readonly headers: readonly (readonly [name: string, fill: Fill | null])[]
  readonly cookies: readonly (readonly [name: string, fill: Fill])[]
  readonly members: readonly (readonly [steps: readonly string[], fill: Fill])[]
}

const compiledForms = new WeakMap<AnswerForm, CompiledForm>()

/**
 * Compiles a form once.
 * @param name The convention and the place of the form, for messages.
 * @throws EmulatorError `invalid_convention` for an unknown hole.
 */
function compileForm(form: AnswerForm, name: string): CompiledForm {
  let compiled = compiledForms.get(form)
  if (!compiled) {
    const { headers = {}, cookies = {}, members = {} } = form
    const fill = (part: unknown, holes: Holes): Fill => {
      const write = compileTemplate(readPart(name, part, holes))
      return (values) => JSON.parse(write(values, {}) ?? 'null')
    }
    compiled = {
      headers: Object.entries(headers).map(([header, value]) => [
        header,
        value === null ? null : fill(value, headerHoles),
      ]),
      cookies: Object.entries(cookies).map(([cookie, value]) => [cookie, fill(value, headerHoles)]),
      members: Object.entries(members).map(([path, value]) => [parseSteps(path), fill(value, memberHoles)]),
    }
    compiledForms.set(form, compiled)
  }
  return compiled
}

/** The values of the holes in headers. Most forms use few of them. */
function headerValues({ requestId, now, rateLimit }: HeaderFacts, headers: Headers, text: string): HoleValues {
  // A request that is not counted has the whole window.
  const secondsToReset = () => Number(headers.get('ratelimit-reset') ?? 60)
  return {
    $requestId: requestId,
    get $hash() {
      return textHash(text)
    },
    get $date() {
      return new Date(now).toUTCString()
    },
    get $time() {
      return new Date(now).toISOString()
    },
    get $remaining() {
      return headers.get('ratelimit-remaining') ?? rateLimit
    },
    get $reset() {
      return secondsToReset()
    },
    get $resetAt() {
      return Math.floor(now / 1000) + secondsToReset()
    },
  }
}

/** FNV-1a: it only has to differ where the text does. */
function textHash(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The answer in its form. */
export async function applyForm(
  response: Response,
  form: AnswerForm,
  { message, url, facts }: Outcome,
): Promise<Response> {
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  const noted = readNote(response)
  const compiled = compileForm(form, 'answerForms')
  const values = headerValues(facts, response.headers, noted?.text ?? url)
  for (const [name, fill] of compiled.headers)
    if (fill === null) delete headers[name]
    else headers[name] = String(fill(values))
  const cookies = compiled.cookies.map(([name, fill]) => `${name}=${String(fill(values))}`)
  if (cookies.length > 0) headers['set-cookie'] = cookies.join(', ')
  const sent = () => addCookies(headers, cookies)
  const status = form.status ?? response.status
  if (form.relations) headers['link'] = addRelations(headers['link'], form.relations, url)
  const { without = [], members = {}, text: whole } = form
  const changesJson = without.length > 0 || compiled.members.length > 0
  const isText = whole !== undefined || status === 204 || changesJson
  const type = headers['content-type']
  if (type !== undefined && form.mediaType !== undefined) headers['content-type'] = form.mediaType
  if (noted?.isBody !== true && !isText) return new Response(response.body, { status, headers: sent() })
  const text = noted?.isBody ? noted.text : await response.text()
  const isWhole = whole !== undefined || Object.hasOwn(members, '')
  if (text === '' && !isWhole) return new Response(null, { status, headers: sent() })
  const body = status === 204 ? '' : (whole ?? (changesJson ? changeJson(text, without, compiled, message) : text))
  if (body === '') delete headers['content-type']
  else if (form.mediaType !== undefined) headers['content-type'] = form.mediaType
  return status === 204 ? new Response(null, { status, headers: sent() }) : notedResponse(body, status, headers, sent())
}

/** The headers with one line for each cookie: a record can have only one. */
function addCookies(
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[],
): Headers | Readonly<Record<string, string>> {
  if (cookies.length < 2) return headers
  const lines = new Headers(headers)
  lines.delete('set-cookie')
  for (const cookie of cookies) lines.append('set-cookie', cookie)
  return lines
}

/**
 * The Link header with further relations, which lead to the target of the first, and further attributes. Without a
 * header, they lead to the first page, which has no results.
 */
function addRelations(link: string | undefined, relations: NonNullable<AnswerForm['relations']>, url: string): string {
  const entries = link === undefined ? [] : link.split(/, (?=<)/)
  for (const [relation, attributes] of Object.entries(relations)) {
    const cursor = relation === 'next' ? '0:0:0' : '0:0:1'
    const target = /<[^>]*>/.exec(link ?? '')?.[0] ?? `<${url.split('?', 1)[0]}?cursor=${cursor}>`
    const at = entries.findIndex((entry) => entry.includes(`rel="${relation}"`))
    const entry = entries[at] ?? `${target}; rel="${relation}"`
    const added = attributes
      .filter((name) => !entry.includes(`; ${name}=`))
      .map((name) => `; ${name}="${name === 'cursor' ? cursor : 'false'}"`)
    entries[at < 0 ? entries.length : at] = entry + added.join('')
  }
  return entries.join(', ')
}

function changeJson(
  text: string,
  without: readonly string[],
  { members }: CompiledForm,
  message: string | undefined,
): string {
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    // Members cannot be added to a page. A whole body replaces it.
    if (!members.some(([steps]) => steps.length === 0)) return text
  }
  for (const path of without) json = changePath(json, parseSteps(path), () => undefined)
  for (const [steps, fill] of members) {
    const value = fill({ $message: message ?? '' })
    json = changePath(json, steps, (before) => convertType(before, value))
  }
  return json === undefined ? '' : JSON.stringify(json)
}

/**
 * The previous value, converted to the type of the new one: a time to a number, a number to a string. If it cannot be
 * converted, the new value.
 */
function convertType(before: unknown, like: unknown): unknown {
  if (jsonType(before) === jsonType(like)) return before
  if (typeof like === 'string' && typeof before === 'number') return String(before)
  if (typeof like !== 'number' || typeof before !== 'string') return like
  const seconds = Math.floor(Date.parse(before) / 1000)
  return Number.isNaN(Number(before)) ? (Number.isNaN(seconds) ? like : seconds) : Number(before)
}

const jsonType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** A copy of a value with the members at a path changed; undefined removes them. */
function changePath(value: unknown, [step, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (step === '[]')
    return Array.isArray(value)
      ? value.map((item) => changePath(item, rest, change)).filter((item) => item !== undefined)
      : value
  if (!isObject(value)) return value
  const names = step === '{}' ? Object.keys(value) : [step]
  const entries = new Map(Object.entries(value))
  for (const name of names) {
    // A missing member has no members to change.
    if (rest.length > 0 && !entries.has(name)) continue
    const made = changePath(entries.get(name), rest, change)
    if (made === undefined) entries.delete(name)
    else entries.set(name, made)
  }
  return Object.fromEntries(entries)
}

/** The steps of a path. A name with characters other than letters, digits, `_`, `-` and `@` is quoted. */
function parseSteps(path: string): readonly string[] {
  return (path.match(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[^.[\]{}"]+/g) ?? []).map((step) =>
    step.startsWith('"') ? (JSON.parse(step) as string) : step,
  )
}

/** Members that clauses 2, 4.1 and 4.9 state, by operation. */
const statedMembers: Readonly<Record<string, readonly string[]>> = {
  'oauth.token': ['access_token'],
  'legacy.projects': [],
  'legacy.root': ['version'],
  'configurations.value': [],
}
const statedOfRecords = ['id', 'name', 'scopes', 'expires_at']

/** Operations whose results are not shown at all (clauses 4.7 and 4.9). */
const resultsNotShown = new Set(['services.invoke', 'legacy.groups.create'])
/** Refusals whose status is stated (clause 7). */
const statedRefusals = new Set(['malformed_id', 'invalid_enum_value'])
/** Headers that clauses 4.9 and 4.10 state, and those of the message itself. */
const fixedHeaders =
  /^(?:allow|link|set-cookie|content-.*type|content-length|content-encoding|transfer-encoding|connection|date|access-control-.*|x-emulator-.*)$/
const headerText = /^[\x20-\x7E]{0,1000}$/
const mostCharacters = 200_000

/** The place of a form. */
interface FormPlace {
  readonly operation: string
  readonly outcome: string
  readonly isSuccess: boolean
  readonly isRedirect: boolean
}

/** Returns true if the specification states a member of an answer. */
const isStated = ({ operation, isSuccess }: FormPlace, path: string): boolean =>
  isSuccess &&
  !resultsNotShown.has(operation) &&
  (path === '' || (statedMembers[operation] ?? statedOfRecords).includes(parseSteps(path).at(-1) ?? ''))

/** A part of a form. */
interface FormPart {
  /** Its JSON Schema in a file. */
  readonly schema: object
  /** The values that it takes, for messages. */
  readonly takes: string
  readonly isRight: (value: unknown, place: FormPlace) => boolean
}

/** A part with values by name. */
const byName = (
  value: object,
  takes: string,
  isRight: (name: string, value: unknown, place: FormPlace) => boolean,
): FormPart => ({
  schema: { type: 'object', additionalProperties: value },
  takes,
  isRight: (values, place) =>
    isObject(values) && Object.entries(values).every(([name, member]) => isRight(name, member, place)),
})

const isName = (name: unknown): boolean => typeof name === 'string' && /^[\w-]{1,40}$/.test(name)
const string = { type: 'string' }
const strings = { type: 'array', items: string }

const parts: { readonly [Name in keyof AnswerForm]-?: FormPart } = {
  status: {
    schema: { type: 'integer', minimum: 200, maximum: 499 },
    takes: 'a status that the specification leaves open there',
    isRight: isOpenStatus,
  },
  query: byName(string, 'parameters of a redirect', (name, value) => isName(name) && typeof value === 'string'),
  mediaType: {
    schema: string,
    takes: 'a media type, of JSON for a success',
    isRight: (type, { operation, isSuccess }) =>
      typeof type === 'string' &&
      /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7E]+)?$/.test(type) &&
      !(isSuccess && (operation === 'legacy.root' || !/[/+]json\b/.test(type))),
  },
  headers: byName(
    { type: ['string', 'null'] },
    'headers that the specification does not state, by their names in lower case',
    (name, value) =>
      /^[a-z0-9-]{1,100}$/.test(name) && !fixedHeaders.test(name) && (value === null || headerText.test(String(value))),
  ),
  cookies: byName(
    string,
    'cookies by name',
    (name, value) => /^[\w.-]{1,40}$/.test(name) && typeof value === 'string' && headerText.test(value),
  ),
  allow: byName(
    { type: 'boolean' },
    'methods of OPTIONS by whether a path has them',
    (name, has, { operation, outcome }) =>
      /^(?:\*|[A-Z]{1,20})$/.test(name) &&
      typeof has === 'boolean' &&
      outcome === 'options' &&
      (operation !== 'legacy.root' || name === '*'),
  ),
  relations: byName(
    strings,
    'lists of attributes by relation',
    (relation, attributes) => isName(relation) && Array.isArray(attributes) && attributes.every(isName),
  ),
  without: {
    schema: strings,
    takes: 'paths of members that are not stated',
    isRight: (paths, place) =>
      Array.isArray(paths) && paths.every((path) => typeof path === 'string' && !isStated(place, path)),
  },
  members: {
    ...byName(
      {},
      'members that are not stated, by their paths',
      (path, _value, place) => !parseSteps(path).includes('__proto__') && !isStated(place, path),
    ),
    schema: { type: 'object' },
  },
  text: {
    schema: string,
    takes: 'a text where no JSON is stated',
    isRight: (text, { operation, outcome, isSuccess }) =>
      typeof text === 'string' &&
      outcome.split(' ', 1)[0] !== 'invalid_enum_value' &&
      (!isSuccess || (outcome === 'success' && resultsNotShown.has(operation) && text === '')),
  },
}

const formsSchema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parts).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    },
  },
}

/** The forms of answers. */
export const answerForms: ReadableValues<AnswerForms | 'none'> = {
  expects:
    'none, or forms by operation (or $default) and outcome (success, options, the code of a refusal, by itself or with the mistake, refusal, redirect or slash; for $default also the status of a success), such as {"$default": {"unauthenticated": {"mediaType": "text/html", "text": "<p>Sign in"}}}',
  schema: { anyOf: [{ const: 'none' }, formsSchema] },
  read: (sent) => {
    if (sent === 'none') return sent
    const value = frozenCopy(parseConvention('answerForms', sent))
    if (!isObject(value)) return undefined
    if (JSON.stringify(value).length > mostCharacters) throw invalidForm(`is longer than ${mostCharacters} characters`)
    for (const [operation, outcomes] of Object.entries(value)) {
      if (operation !== '$default' && !(operationIds as readonly string[]).includes(operation))
        throw invalidForm(
          `names ${shortJson(operation)}, which is not an operation${didYouMean(operation, operationIds)}`,
        )
      if (!isObject(outcomes))
        throw invalidForm(`has ${shortJson(outcomes)} for ${operation}, where outcomes are expected`)
      for (const [outcome, form] of Object.entries(outcomes)) assertForm(form, operation, outcome)
    }
    return value as AnswerForms
  },
}

const invalidForm = (what: string) =>
  new EmulatorError('invalid_convention', `The convention answerForms ${what}. It takes ${answerForms.expects}.`)

function assertForm(form: unknown, operation: string, outcome: string): void {
  const place = `for ${outcome} of ${operation}`
  if (!isObject(form)) throw invalidForm(`has ${shortJson(form)} ${place}, where a form is expected`)
  const isRedirect = outcome === 'redirect' || outcome === 'slash'
  const isSuccess = /^(?:success|options|2\d\d)$/.test(outcome)
  for (const [name, value] of Object.entries(form)) {
    // A redirect has a status and parameters, and turns that of `$default` off without a status.
    const isPart = Object.hasOwn(parts, name) && (name === 'status' || (name === 'query') === isRedirect)
    if (!isPart)
      throw invalidForm(`has ${name} ${place}, which is not a part of ${isRedirect ? 'a redirect' : 'a form'}`)
    const { takes, isRight } = parts[name as keyof AnswerForm]
    if (value !== undefined && !isRight(value, { operation, outcome, isSuccess, isRedirect }))
      throw invalidForm(`has the ${name} ${shortJson(value)} ${place} instead of ${takes}`)
  }
  if (!isRedirect) compileForm(form, `answerForms ${place}`)
}

/** Returns true for a status that the specification leaves open for an outcome. */
function isOpenStatus(status: unknown, { operation, outcome, isSuccess, isRedirect }: FormPlace): boolean {
  if (typeof status !== 'number' || !Number.isInteger(status)) return false
  if (isRedirect) return [301, 302, 303, 307, 308].includes(status)
  const isPage = operation === 'connect.browser'
  if (outcome === 'success' && (isPage || resultsNotShown.has(operation)))
    return status >= 200 && status < 300 && status !== 205
  const [code = ''] = outcome.split(' ', 1)
  if (isSuccess || statedRefusals.has(code)) return false
  // An unknown object may be answered with an empty success, and a page may report a wrong code with any status.
  const least = code === 'not_found' || isPage ? 200 : 400
  // Excludes the statuses that HTTP clients handle themselves.
  return status >= least && status < 500 && ![204, 205, 304, 408, 421, 425, 429].includes(status)
}
