// Reads the values of conventions that have no name.
import type { ConventionName } from '../../model/contract/conventions.ts'
import type { TakenValues, ValueKinds } from '../../model/contract/define-convention.ts'
import type { Template, TemplatePart } from '../../model/contract/template.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { shortJson } from '../../tools/short-text.ts'
import { answerForms } from './answer-forms.ts'
import { holesOf, listedHoles, type TemplateName } from './templates/holes.ts'
import { frozenCopy, parseConvention, type ReadableValues } from './readable-values.ts'
import { readTemplate } from './templates/read-template.ts'

const refusalStatus = (name: ConventionName): ReadableValues<number> => {
  const { 407: forStrangers, ...others } = confusing
  return statusValues(name, 400, 499, name === 'unauthenticatedStatus' ? others : { 407: forStrangers!, ...others })
}

/** Makes the reader for each kind of value. */
const kinds: {
  readonly [Kind in keyof ValueKinds]: (name: ConventionName, taken: TakenValues) => ReadableValues<ValueKinds[Kind]>
} = {
  template: (name) => templateValues(name as TemplateName),
  memberName: (_name, { except = [] }) => memberNameValues(except),
  memberNameOrTemplate: (name, { except = [] }) => nameOrTemplate(name as TemplateName, except),
  refusalStatus,
  emptyOrRefusalStatus: (name) => {
    const { expects, schema, read } = refusalStatus(name)
    return {
      expects: `200, or ${expects}`,
      schema: { anyOf: [{ const: 200 }, schema] },
      read: (sent) => (Number(sent) === 200 ? 200 : read(sent)),
    }
  },
  successStatus: (name) => statusValues(name, 200, 299),
  successStatusWithBody: (name) => {
    const bodiless = 'an answer with it has no body'
    return statusValues(name, 200, 299, { 204: bodiless, 205: bodiless })
  },
  count: (_name, { least = 0, of, expects }) => ({
    expects: expects ?? `a whole number${of === undefined ? '' : ` of ${of}`} from ${least} to ${maximum}`,
    schema: { type: 'integer', minimum: least, maximum },
    read: (sent) => {
      const value = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
      return Number.isInteger(value) && (value as number) >= least && (value as number) <= maximum
        ? (value as number)
        : undefined
    },
  }),
  path: (_name, { such }) => ({
    expects: `a path such as ${such}, outside /_emulator, /oauth, /services, /app, /0 and the documented paths`,
    ...patternValues(freePath),
  }),
  prefix: () => ({
    expects: `three lowercase letters and an underscore, other than ${knownPrefixes.join(', ')}`,
    ...patternValues(`^(?!${knownPrefixes.join('|')})[a-z]{3}_$`),
  }),
  versions: () => versions,
  scopes: () => scopeVocabulary,
  members: () => shownMembers,
  answerForms: () => answerForms,
}

/** Returns the reader for the values of a convention that have no name. */
export function valueReader(name: ConventionName, taken: TakenValues): ReadableValues {
  return kinds[taken.kind](name, taken)
}

/** More than anyone needs, and small enough that the sum of two is exact and stays within the calendar. */
const maximum = 1_000_000_000

/** A path that is not one of the documented paths, in any version. */
const freePath = String.raw`^(?!/(?:_emulator|oauth|services|app|0|[\d.]+/(?:environments|configurations|resources|pulse))(?:/|$))(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9_.-]+)+$`

/** The prefixes that clause 2.1 names. */
const knownPrefixes: readonly string[] = ['wrk_', 'flw_', 'flr_', 'prj_']

function patternValues(pattern: string): Pick<ReadableValues<string>, 'schema' | 'read'> {
  const expression = new RegExp(pattern)
  return {
    schema: { type: 'string', pattern },
    read: (value) => (typeof value === 'string' && expression.test(value) ? value : undefined),
  }
}

/** Different versions, at least one. */
const versions: ReadableValues<readonly string[]> = {
  expects: 'versions such as 1.13,1.14',
  schema: {
    anyOf: [
      { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: String.raw`^\d+(\.\d+)+$` } },
      { type: 'string', pattern: String.raw`^\s*\d+(\.\d+)+\s*(,\s*\d+(\.\d+)+\s*)*$` },
    ],
  },
  read: (value) => {
    const list = typeof value === 'string' ? value.split(',').map((version) => version.trim()) : value
    return Array.isArray(list) &&
      list.length > 0 &&
      new Set(list).size === list.length &&
      list.every((version) => typeof version === 'string' && /^\d+(\.\d+)+$/.test(version))
      ? (list as readonly string[])
      : undefined
  },
}

/** A template of answers. */
function templateValues(name: TemplateName): ReadableValues<Template> {
  return {
    get expects() {
      return `a JSON template with holes (${listedHoles(holesOf[name]).join(', ')})`
    },
    schema: {
      anyOf: [
        // The answer to a DELETE may be an object without members.
        { type: 'object', minProperties: name === 'objectEnvelope' ? 0 : 1 },
        { type: 'array', minItems: 1 },
        // A single hole, or JSON in a string.
        { type: 'string', pattern: String.raw`^(?:\$[A-Za-z]|\s*[\[{])` },
      ],
    },
    read: (sent, operation) => {
      const value = parseConvention(name, sent)
      const isTemplate = isObject(value) || Array.isArray(value) || (typeof value === 'string' && value.startsWith('$'))
      if (!isTemplate) return undefined
      readTemplate(name, value, operation)
      return frozenCopy(value) as Template
    },
  }
}

/** The name of a member that differs from the others, or a template of the whole answer, which is an object. */
function nameOrTemplate(name: TemplateName, others: readonly string[]): ReadableValues<string | Template> {
  const [names, templates] = [memberNameValues(others), templateValues(name)]
  return {
    get expects() {
      return `${names.expects}; or ${templates.expects}`
    },
    schema: { anyOf: [names.schema, { type: 'object' }] },
    read: (sent) => (isObject(parseConvention(name, sent)) ? templates.read(sent) : names.read(sent)),
  }
}

/** Statuses that HTTP clients handle themselves, each with the reason. */
const confusing: Readonly<Record<number, string>> = {
  407: 'fetch turns it into a network error, so only unauthenticatedStatus takes it',
  408: 'browsers and proxies send the request again',
  421: 'HTTP clients send the request again on another connection',
  425: 'HTTP clients send the request again',
  429: 'it means that the client must slow down',
}

/** The statuses of a range. @param reasons Why some of them are refused. */
function statusValues(
  name: string,
  first: number,
  last: number,
  reasons: Readonly<Record<number, string>> = {},
): ReadableValues<number> {
  return {
    expects: `a status from ${first} to ${last}`,
    get schema() {
      const range = Array.from({ length: last - first + 1 }, (_none, index) => first + index)
      return { enum: range.filter((status) => reasons[status] === undefined) }
    },
    read: (sent) => {
      const status = typeof sent === 'string' && /^\d{3}$/.test(sent) ? Number(sent) : sent
      if (typeof status !== 'number' || !Number.isInteger(status) || status < first || status > last) return undefined
      const reason = reasons[status]
      if (reason === undefined) return status
      throw new EmulatorError(
        'invalid_convention',
        `The convention ${name} cannot be ${status}, since ${reason}. Use another status.`,
      )
    },
  }
}

/** The characters that RFC 6749 section 3.3 allows in a scope. */
const scopeName = /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/
const scopePattern = /^(?:\*|[a-z][a-z_-]*):(?:\*|read|write)$/

/** Scopes other than `<family>:<action>`: their names, and the scopes that each allows. */
const scopeVocabulary: ReadableValues<Readonly<Record<string, readonly string[]>>> = {
  expects: 'scopes by name with what each allows, such as {"read": ["*:read"], "write": ["*:read", "*:write"]}',
  schema: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: scopeName.source },
    additionalProperties: { type: 'array', items: { type: 'string', pattern: scopePattern.source } },
  },
  read: (sent) => {
    const value = parseConvention('scopeRule', sent)
    if (!isObject(value)) return undefined
    const names = Object.entries(value)
    if (names.length === 0) throw notScopes('names no scope')
    for (const [name, allows] of names) {
      if (!scopeName.test(name)) throw notScopes(`names the scope ${shortJson(name)}, which is not a token of RFC 6749`)
      const wrong = Array.isArray(allows) ? allows.find((pattern) => !isScopePattern(pattern)) : allows
      if (!Array.isArray(allows) || wrong !== undefined)
        throw notScopes(
          `has ${shortJson(wrong)} for ${name}, where a list of <family>:<action> belongs, with * for all`,
        )
    }
    return frozenCopy(value) as Readonly<Record<string, readonly string[]>>
  },
}

const isScopePattern = (pattern: unknown) => typeof pattern === 'string' && scopePattern.test(pattern)

const notScopes = (what: string) =>
  new EmulatorError('invalid_convention', `The convention scopeRule ${what}. It takes ${scopeVocabulary.expects}.`)

/** The members that every record shows: the id, and any others that the specification states (clause 2). */
const always: Readonly<Record<string, readonly string[]>> = {
  environments: ['id', 'name'],
  access_tokens: ['id', 'name', 'scopes', 'expires_at'],
}

/** The plural names of resources, as lists use them. */
const plurals = [...Object.values(resourceByCollection).map(({ plural }) => plural), 'access_tokens']

/** Names of members, and objects of members that are added. */
type MemberList = readonly (string | Readonly<Record<string, TemplatePart>>)[]

/** The members that records show, by the plural name of their resource. Other resources show all members. */
const shownMembers: ReadableValues<Readonly<Record<string, MemberList>>> = {
  expects: 'names of members by resource, such as {"environments": ["id", "name"]}, and members to add, as objects',
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      plurals.map((plural) => [
        plural,
        { type: 'array', items: { type: ['string', 'object'] }, contains: { const: 'id' } },
      ]),
    ),
    additionalProperties: false,
  },
  read: (sent) => {
    const value = parseConvention('recordMembers', sent)
    if (!isObject(value)) return undefined
    for (const [plural, names] of Object.entries(value)) {
      if (!plurals.includes(plural))
        throw new EmulatorError(
          'invalid_convention',
          `The convention recordMembers knows no resource ${JSON.stringify(plural)}${didYouMean(plural, plurals, `; the resources are ${plurals.join(', ')}.`)}`,
        )
      const missing = (always[plural] ?? ['id']).find((name) => !(Array.isArray(names) && names.includes(name)))
      if (
        missing !== undefined ||
        !(names as readonly unknown[]).every((entry) => isAdding(entry, plural) || typeof entry === 'string')
      )
        throw new EmulatorError(
          'invalid_convention',
          `The convention recordMembers takes a list of names for ${plural}${missing === undefined ? '' : `, ${missing} among them`}; got ${shortJson(names)}.`,
        )
    }
    return frozenCopy(value) as Readonly<Record<string, MemberList>>
  },
}

/** True for an object of members that a resource does not have. They are JSON with literal values. */
function isAdding(entry: unknown, plural: string): boolean {
  if (!isObject(entry)) return false
  const known = Object.values(resourceByCollection).find((resource) => resource.plural === plural)
  const names = known ? Object.keys(known.schema.properties) : [...always['access_tokens']!, 'created_at']
  const clash = Object.keys(entry).find((name) => names.includes(name) || name === '__proto__')
  if (clash === undefined && JSON.stringify(entry).length <= mostAdded) return true
  throw new EmulatorError(
    'invalid_convention',
    clash === undefined
      ? `The convention recordMembers adds more than ${mostAdded} characters to ${plural}; leave out what clients do not read.`
      : `The convention recordMembers adds ${clash} to ${plural}, which ${clash === '__proto__' ? 'no record can have' : 'their records have'}; name it instead.`,
  )
}

/** The most characters of the members that are added to a record. */
const mostAdded = 8000

const namePattern = String.raw`^(?!__proto__$)[^\u0000-\u001F\u007F]{1,100}$`

/** The name of a member, which must differ from the others. */
function memberNameValues(others: readonly string[]): ReadableValues<string> {
  const pattern = new RegExp(namePattern, 'u')
  return {
    expects: `the name of a member other than ${others.join(', ')} and __proto__`,
    schema: { type: 'string', pattern: namePattern, not: { enum: others } },
    read: (name) => (typeof name === 'string' && pattern.test(name) && !others.includes(name) ? name : undefined),
  }
}
