// The values that conventions take beside those that have a name.
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'
import { shortJson } from '../../tools/short-text.ts'
import type { Template, TemplatePart } from '../../model/contract/template.ts'
import type { MoreValues } from './define-convention.ts'
import { holesOf, listedHoles, type TemplateName } from './templates/holes.ts'
import { readTemplate } from './templates/read-template.ts'

/** A template of answers. */
export function template(name: TemplateName): MoreValues<Template> {
  return {
    get expects() {
      return `a JSON template with holes (${listedHoles(holesOf[name]).join(', ')})`
    },
    type: 'Template',
    schema: {
      anyOf: [
        // The answer to a DELETE may be an object without members.
        { type: 'object', minProperties: name === 'objectEnvelope' ? 0 : 1 },
        { type: 'array', minItems: 1 },
        // A hole alone, or JSON in a text.
        { type: 'string', pattern: String.raw`^(?:\$[A-Za-z]|\s*[\[{])` },
      ],
    },
    read: (sent, operation) => {
      const value = parsed(name, sent)
      const isTemplate = isObject(value) || Array.isArray(value) || (typeof value === 'string' && value.startsWith('$'))
      if (!isTemplate) return undefined
      readTemplate(name, value, operation)
      return frozen(value) as Template
    },
  }
}

/** The name of a member beside others, or a template of the whole answer that is an object. */
export function nameOrTemplate(name: TemplateName, others: readonly string[]): MoreValues<string | Template> {
  const [names, templates] = [memberName(others), template(name)]
  return {
    get expects() {
      return `${names.expects}; or ${templates.expects}`
    },
    type: `${names.type} | ${templates.type}`,
    schema: { anyOf: [names.schema, { type: 'object' }] },
    read: (sent) => (isObject(parsed(name, sent)) ? templates.read(sent) : names.read(sent)),
  }
}

/** Text that can only be JSON, such as that of the command line, as JSON. */
export function parsed(name: string, sent: unknown): unknown {
  if (typeof sent !== 'string' || !/^\s*[[{]/.test(sent)) return sent
  try {
    return JSON.parse(sent)
  } catch (error) {
    throw new EmulatorError(
      'invalid_convention',
      `The convention ${name} takes JSON; got ${shortJson(sent)}, which is not JSON: ${(error as Error).message}.`,
    )
  }
}

/** A copy that nobody changes: conventions are compiled once. */
function frozen(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen))
  if (!isObject(value)) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozen(member)])))
}

/** Statuses that a client cannot see as what they are, each with the reason. */
const confusing: Readonly<Record<number, string>> = {
  407: 'fetch answers it with a network error, so it takes it for strangers alone (unauthenticatedStatus)',
  408: 'browsers and proxies send the request again',
  421: 'HTTP clients send the request again on another connection',
  425: 'HTTP clients send the request again',
  429: 'it tells a client to slow down',
}

/** A status of refusals. */
export function refusalStatus(name: string): MoreValues<number> {
  const { 407: forStrangers, ...others } = confusing
  return statuses(name, 400, 499, name === 'unauthenticatedStatus' ? others : { 407: forStrangers!, ...others })
}

/** A status of success whose answer has a body. */
export function statusWithBody(name: string): MoreValues<number> {
  const bodiless = 'an answer with it has no body'
  return statuses(name, 200, 299, { 204: bodiless, 205: bodiless })
}

/** The statuses of a range. @param reasons Why some of them are not taken. */
export function statuses(
  name: string,
  first: number,
  last: number,
  reasons: Readonly<Record<number, string>> = {},
): MoreValues<number> {
  return {
    expects: `a status from ${first} to ${last}`,
    type: 'number',
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

/** Other scopes than `<family>:<action>`: their names, with what each allows. */
export const scopeVocabulary: MoreValues<Readonly<Record<string, readonly string[]>>> = {
  expects: 'scopes by name with what each allows, such as {"read": ["*:read"], "write": ["*:read", "*:write"]}',
  type: 'Readonly<Record<string, readonly string[]>>',
  schema: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: scopeName.source },
    additionalProperties: { type: 'array', items: { type: 'string', pattern: scopePattern.source } },
  },
  read: (sent) => {
    const value = parsed('scopeRule', sent)
    if (!isObject(value)) return undefined
    const names = Object.entries(value)
    if (names.length === 0) throw notScopes('names no scope')
    for (const [name, allows] of names) {
      if (!scopeName.test(name)) throw notScopes(`names the scope ${shortJson(name)}, which is no token of RFC 6749`)
      const wrong = Array.isArray(allows) ? allows.find((pattern) => !isScopePattern(pattern)) : allows
      if (!Array.isArray(allows) || wrong !== undefined)
        throw notScopes(
          `has ${shortJson(wrong)} for ${name}, where a list of <family>:<action> belongs, with * for all`,
        )
    }
    return frozen(value) as Readonly<Record<string, readonly string[]>>
  },
}

const isScopePattern = (pattern: unknown) => typeof pattern === 'string' && scopePattern.test(pattern)

const notScopes = (what: string) =>
  new EmulatorError('invalid_convention', `The convention scopeRule ${what}. It takes ${scopeVocabulary.expects}.`)

/** The members that every record shows: the id, and where the specification states more, those too (clause 2). */
const always: Readonly<Record<string, readonly string[]>> = {
  environments: ['id', 'name'],
  access_tokens: ['id', 'name', 'scopes', 'expires_at'],
}

/** The names of resources, as lists have them. */
const plurals = [...Object.values(resourceByCollection).map(({ plural }) => plural), 'access_tokens']

/** Names of members, and objects of members that are added. */
type MemberList = readonly (string | Readonly<Record<string, TemplatePart>>)[]

/** The members that records show, by the plural name of their resource. Others show all. */
export const shownMembers: MoreValues<Readonly<Record<string, MemberList>>> = {
  expects: 'names of members by resource, such as {"environments": ["id", "name"]}, and members to add, as objects',
  type: 'Readonly<Record<string, readonly (string | { readonly [member: string]: TemplatePart })[]>>',
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
    const value = parsed('recordMembers', sent)
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
    return frozen(value) as Readonly<Record<string, MemberList>>
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

/** The name of a member beside others, which it must not replace. */
export function memberName(others: readonly string[]): MoreValues<string> {
  const pattern = new RegExp(namePattern, 'u')
  return {
    expects: `the name of a member other than ${others.join(', ')} and __proto__`,
    type: '(string & {})',
    schema: { type: 'string', pattern: namePattern, not: { enum: others } },
    read: (name) => (typeof name === 'string' && pattern.test(name) && !others.includes(name) ? name : undefined),
  }
}
