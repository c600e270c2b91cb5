import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TimeFormat } from '../reading/times.ts'
import { parse } from 'yaml'
import type { TlsFiles } from '../conclusions/exchange.ts'
import { type Claim, claimText, leavesOutItsProfile, type Offer, type Profile } from '../catalogue/profiles.ts'
import { KitError } from '../kit-error.ts'
import { didYouMean } from '../nearest.ts'
import { toEscape, unseen } from '../wording/escaping/unseen.ts'
import { targetSchema } from './target-schema.ts'

interface Hook {
  readonly method: string
  /** A path after `baseUrl`, or an absolute URL. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The declarations of a target file. Everything but `baseUrl` is optional. */
export interface Target {
  /** The URL of the service before the documented paths. */
  readonly baseUrl: string
  /** Headers of every request to the origin of `baseUrl`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The files of the certificates that the service asks for or that it has. */
  readonly tls?: TlsFiles
  /** The current version in paths. Default: 1.13. */
  readonly version?: string
  /** The credentials for requests. */
  readonly credentials?: {
    readonly oauth?: { readonly clientId: string; readonly clientSecret: string }
    readonly token?: string
    readonly integrationToken?: string
    readonly apiKey?: string
    readonly dsn?: string
  }
  /** Ids and names of objects that exist. */
  readonly samples?: {
    readonly catalogId?: string
    readonly scopeId?: string
    readonly configurationPath?: string
    readonly adapter?: string
    readonly adapterConnectionId?: string
    /** A connection with other commands, such as one with another adapter. */
    readonly otherAdapterConnectionId?: string
    readonly command?: { readonly name: string; readonly validBody: unknown }
    readonly projectId?: string
    readonly issueId?: string
    readonly apiKeyProjectId?: string
    readonly dsnPath?: string
  }
  /** Paths that the specification does not show. */
  readonly paths?: { readonly accessTokens?: string; readonly mcp?: string }
  /** Other origins that the pages of a connection need. A browser of the kit asks no other. */
  readonly connectOrigins?: readonly string[]
  /** Filters that take one of several listed values. */
  readonly enumFilters?: readonly {
    readonly path: string
    readonly parameter: string
    readonly values: readonly string[]
  }[]
  /** The way to make personal access tokens. */
  readonly personalAccessTokens?: {
    readonly scopes?: readonly unknown[]
    readonly expiresAt?: TimeFormat
  }
  /** Requests that help with the tests: never needed for conformance. */
  readonly hooks?: { readonly [Name in HookName]?: Hook }
  /** Pins findings that would otherwise be discovered: see `Findings`. */
  readonly findings?: Readonly<Record<string, unknown>>
  /** The part of the specification that the service claims to implement. Default: `full`. */
  readonly profile?: Profile
  /**
   * The parts that the service does not offer. Their requirements do not apply, and a report says so next to
   * the verdict.
   */
  readonly without?: readonly Offer[]
  /** True if checks may create, change and delete. Default: false. */
  readonly allowWrites?: boolean
}

/** The requests by which a target helps the kit. */
export type HookName = 'advanceClock' | 'createProduct' | 'createEvent' | 'deleteProduct' | 'deleteEvent'

/**
 * Reads a target file, JSON or YAML. `${NAME}` in a string is replaced by the environment variable.
 * @param baseUrl Replaces that of the file.
 * @throws KitError `invalid_target_file` for broken text, an unknown key (it names the nearest known one), a wrong
 * value, or a variable that is not set.
 */
export function parseTargetFile(
  source: string,
  environment: Readonly<Record<string, string | undefined>>,
  name = 'the target file',
  baseUrl?: string,
): Target {
  let value: unknown
  try {
    // YAML 1.2 contains JSON.
    value = parse(source, { prettyErrors: true })
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200).replace(/:$/, '') : String(error)
    throw new KitError('invalid_target_file', `${name} is neither JSON nor YAML: ${reason}`)
  }
  if (baseUrl !== undefined && typeof value === 'object' && value !== null) value = { ...value, baseUrl }
  const missing: string[] = []
  const target = substituteVariables(value, environment, '', missing)
  if (missing.length > 0) throw new KitError('invalid_target_file', `${name}: ${missing.join('; ')}`)
  return toTarget(target, name)
}

/** A target file may name the schema of target files. */
type TargetFile = Target & { readonly $schema?: string }

/** The validator is compiled on first use: that takes longer than the rest of the start. */
let validate: ValidateFunction<TargetFile> | undefined

function compileSchema(): ValidateFunction<TargetFile> {
  // The schema is the kit's. Checking it against the meta-schemas would take most of the time.
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    meta: false,
    validateSchema: false,
  }).compile<TargetFile>(targetSchema)
}

/** Checks a value against the schema of target files. @throws KitError `invalid_target_file` */
export function toTarget(value: unknown, name = 'the target'): Target {
  validate ??= compileSchema()
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new KitError(
      'invalid_target_file',
      `${name} is invalid: expected an object with at least baseUrl; got ${valueKind(value)}`,
    )
  if (!validate(value)) {
    const messages = (validate.errors ?? []).map(schemaErrorText)
    throw new KitError('invalid_target_file', `${name} is invalid: ${messages.join('; ')}`)
  }
  const { $schema: _forEditors, ...target } = value
  const wrong = wrongAccess(target) ?? wrongSecret(target)
  if (wrong !== undefined) throw new KitError('invalid_target_file', `${name} is invalid: ${wrong}`)
  return target
}

/** Headers that a request has of its own. */
const taken = /^(?:authorization|connection|content-length|content-type|host|transfer-encoding)$/i

function wrongAccess({ baseUrl, headers = {}, tls }: Target): string | undefined {
  for (const name of Object.keys(headers)) {
    if (taken.test(name)) return `/headers/${name} is set by the kit; put credentials in /credentials`
    if (!/^[!#-'*+.^`|~\w-]+$/.test(name)) return `/headers/${name} must be the name of a header`
  }
  if (!tls) return undefined
  if ((tls.cert === undefined) !== (tls.key === undefined)) return '/tls needs both cert and key, or neither'
  return /^https:/i.test(baseUrl) ? undefined : '/tls needs a baseUrl that begins with https://'
}

/** The first secret with a character that nobody sees, such as the line end of the file that it came from. */
function wrongSecret({ credentials = {}, headers = {} }: Target): string | undefined {
  const { oauth, ...others } = credentials
  const secrets = {
    ...pathed('/credentials', others),
    ...pathed('/credentials/oauth', oauth),
    ...pathed('/headers', headers),
  }
  return findUnseenSecret(secrets)
}

const pathed = (path: string, members: object = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]: [string, string]) => [`${path}/${name}`, value]))

const characterNames: Readonly<Record<string, string>> = {
  '\n': 'a line end (\\n)',
  '\r': 'a line end (\\r)',
  '\t': 'a tab',
  ' ': 'a blank',
  '\uFEFF': 'a byte order mark (\\ufeff)',
}

/**
 * Finds a secret with a character that no secret has: an invisible one, or a blank at an end. Returns a message.
 * @param secrets The secrets by their names.
 */
export function findUnseenSecret(secrets: Readonly<Record<string, string | undefined>>): string | undefined {
  for (const [name, secret = ''] of Object.entries(secrets)) {
    const at = secret.search(new RegExp(`${unseen.source}|^ | $`, 'u'))
    if (at === -1) continue
    const character = String.fromCodePoint(secret.codePointAt(at)!)
    const place = at === 0 ? 'begins with' : at + character.length === secret.length ? 'ends with' : 'has within it'
    return `${name} ${place} ${characterNames[character] ?? `the character ${toEscape(character)}`}, which no secret has; take it out`
  }
  return undefined
}

/** The claim of a target. @throws KitError `invalid_target_file` when it leaves out all that its profile names. */
export function claimOfTarget({ profile = 'full', without = [] }: Target): Claim {
  const claim = { profile, without }
  if (leavesOutItsProfile(claim))
    throw new KitError(
      'invalid_target_file',
      `the claim contradicts itself: expected a profile of which the service offers something; got ${claimText(claim)}; claim another profile, or shorten without`,
    )
  return claim
}

/** A description of a pattern of the schema. */
const patterns: Readonly<Record<string, string>> = {
  '^https?://[^/]+': 'must begin with http:// or https://',
  '^https?://[^/?#@\\s]+$': 'must be an origin such as https://login.example',
  '^/': 'must be a path that begins with /',
  '^(?:/|https?://)': 'must be a path that begins with /, or an absolute URL',
  '^[A-Za-z]+$': 'must be the name of an HTTP method',
}

const types: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  object: 'must be an object with names and values',
  string: 'must be a string',
}

/** One error of the schema in words: where it is, what was expected, and what came. */
function schemaErrorText({
  keyword,
  instancePath,
  params,
  message = 'is wrong',
  parentSchema,
  data,
}: ErrorObject): string {
  const at = instancePath || 'it'
  switch (keyword) {
    case 'enum':
      return `${at} ${notAllowed(data, params['allowedValues'] as readonly string[])}`
    case 'type':
      return `${at} ${types[params['type'] as string] ?? message}${receivedText(instancePath, data)}`
    case 'pattern':
      return `${at} ${patterns[params['pattern'] as string] ?? message}${receivedText(instancePath, data)}`
    case 'required':
      return `${at} needs the member ${params['missingProperty']}`
    case 'minLength':
    case 'minItems':
      return `${at} must not be empty`
    case 'additionalProperties': {
      const { additionalProperty: key } = params as { additionalProperty: string }
      const { properties } = parentSchema as { properties: object }
      const known = Object.keys(properties).filter((name) => name !== '$schema')
      return `${instancePath}/${key} is not known${didYouMean(key, known, `; known here: ${known.join(', ')}`)}`
    }
    default:
      return `${at} ${message}`
  }
}

/** The received value, cut if it is long; empty if it may hold a secret. */
function receivedText(place: string, value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  if (/^\/credentials\b|\/headers\b/.test(place) || json.includes('@')) return ''
  return `; got ${json.length > 80 ? `${json.slice(0, 80)}…` : json}`
}

function notAllowed(value: unknown, allowed: readonly string[]): string {
  const guess = typeof value === 'string' ? didYouMean(value, allowed) : ''
  return `must be one of ${allowed.join(', ')}; got ${JSON.stringify(value)}${guess}`
}

function valueKind(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** @param missing Collects the places of variables that are not set, as sentences. */
function substituteVariables(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  at: string,
  missing: string[],
): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, variable: string) => {
      const text = environment[variable]
      if (text === undefined) missing.push(`${at || '/'} uses ${whole}, which is not set`)
      return text ?? ''
    })
  }
  if (Array.isArray(value))
    return value.map((item, index) => substituteVariables(item, environment, `${at}/${index}`, missing))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        substituteVariables(member, environment, `${at}/${key}`, missing),
      ]),
    )
  return value
}
