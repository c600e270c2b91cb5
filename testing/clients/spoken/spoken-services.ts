// Right services that are as unlike each other as the specification allows, and how the author of a client reads each.
import { envelopes, errors, services } from '../../servers/right/product/bodies.ts'
import { announcements, records } from '../../servers/right/product/credentials.ts'
import { expiries } from '../../servers/right/product/expiries.ts'
import type { Factor } from '../../servers/right/product/factor.ts'
import { connects, links } from '../../servers/right/product/protocol.ts'
import type { Choices } from '../../servers/right/service/open-service.ts'
import { toText } from '../../servers/right/service/usual-policy.ts'
import { readDotted, readItems, readObjectMembers, type ServiceForms, unreadable } from './service-forms.ts'

/** A right service, and what the author of a client knows of it. */
export interface SpokenService {
  readonly name: string
  readonly choices: Choices
  readonly forms: ServiceForms
  /** `expires_at` of a new token, as it is sent: a moment of 2027. */
  readonly expiry: unknown
}

const factorChoices = (factor: Factor, name: string): Choices => factor[name]!.choices!

const moment = Date.UTC(2027, 7, 1)

const matchesText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)
const isDateTime = matchesText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
const isSeconds = (value: unknown) => typeof value === 'number' && value > 1e9 && value < 1e10

/** The behaviour of the second service where its choices say nothing. */
const usual: ServiceForms = {
  page: (json) => ({ records: readDotted(json, 'results'), hasMore: readDotted(json, 'more') }),
  legacyPage: (json) => readDotted(json, 'results'),
  projects: readItems,
  token: (json) => readObjectMembers(json),
  created: (json) => ({ token: json, secret: readDotted(json, 'secret') }),
  isExpiry: isDateTime,
  value: (json) => readDotted(json, 'value'),
  issued: (json) => json,
  stateCode: (json) => readDotted(json, 'prepareState'),
  commands: (json) => Object.keys(readObjectMembers(readDotted(json, 'commands'))),
  allowed: (json) => readDotted(json, 'options'),
  expired: () => 401,
}

const plural = (kind: string): string => `${kind}s`

/** Answers another status for refused credentials at some paths. */
const refuseStrangers =
  (statusOf: (path: string) => number): NonNullable<Choices['fault']> =>
  async (request, next) => {
    const response = await next(request)
    if (response.status !== 401 || request.url.endsWith('/oauth/token')) return response
    return new Response(response.body, {
      status: statusOf(new URL(request.url).pathname),
      headers: response.headers,
    })
  }

const statusByPart = (path: string): number => (path.startsWith('/0/') ? 403 : path.startsWith('/1.13/') ? 401 : 404)

const toSeconds = { show: (time: number) => Math.floor(time / 1000), read: (value: unknown) => Number(value) * 1000 }

export const spokenServices: readonly SpokenService[] = [
  {
    name: 'a success beside each body, 404 for strangers',
    choices: {
      list: (_kind, list, { hasMore }) => ({ success: true, error: null, payload: { list, hasMore } }),
      single: (_kind, record) => ({ success: true, payload: record }),
      configuration: (value) => value,
      error: ({ detail, options }) => ({ success: false, error: { why: detail, ...(options ? { options } : {}) } }),
      secret: (token, secret) => ({ ...token, plainTextToken: secret }),
      status: { stranger: 404, created: 200, deleted: 200, unknown: 410, refused: 418 },
      cursors: { deleted: 'refused' },
      expiry: toSeconds,
      token: { answersDeleted: true },
      capabilities: (commands) => ({
        success: true,
        payload: { tools: Object.entries(commands).map(([name, schema]) => ({ name, inputSchema: schema })) },
      }),
      ...factorChoices(links, 'relative addresses'),
    },
    expiry: moment / 1000,
    forms: {
      ...usual,
      page: (json) => ({ records: readDotted(json, 'payload.list'), hasMore: readDotted(json, 'payload.hasMore') }),
      legacyPage: (json) => readDotted(json, 'payload.list'),
      token: (json) => readObjectMembers(readDotted(json, 'payload')),
      created: (json) => ({ token: readDotted(json, 'payload'), secret: readDotted(json, 'payload.plainTextToken') }),
      isExpiry: isSeconds,
      value: (json) => json,
      commands: (json) => readItems(readDotted(json, 'payload.tools')).map((tool) => readDotted(tool, 'name')),
      allowed: (json) => readDotted(json, 'error.options'),
      expired: () => 404,
    },
  },
  {
    name: 'data beside meta, errors as a text, tokens in an envelope',
    choices: {
      list: (kind, list, { hasMore, last }) => ({
        data: { items: list },
        meta: { kind: `${kind}s`, next: hasMore ? last : null },
      }),
      single: (_kind, record) => ({ data: record }),
      configuration: (value) => ({ data: { value } }),
      secret: (token, secret) => ({ ...token, hash: secret }),
      status: { stranger: 403, created: 202, renamed: 200 },
      codeName: 'handle',
      oauth: { answer: (issued) => ({ result: issued }) },
      expiry: { show: (expiry) => `${toText(expiry + 7_200_000).slice(0, -1)}+02:00` },
      ...factorChoices(errors, 'a text'),
      ...factorChoices(links, 'without quotes'),
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({ records: readDotted(json, 'data.items'), hasMore: readDotted(json, 'meta.next') }),
      legacyPage: (json) => readDotted(json, 'data.items'),
      token: (json) => readObjectMembers(readDotted(json, 'data')),
      created: (json) => ({ token: readDotted(json, 'data'), secret: readDotted(json, 'data.hash') }),
      isExpiry: matchesText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+02:00$/),
      value: (json) => readDotted(json, 'data.value'),
      issued: (json) => readDotted(json, 'result'),
      stateCode: (json) => readDotted(json, 'handle'),
      allowed: (json) => (typeof json === 'string' ? json : unreadable('The error is no text.')),
      expired: () => 403,
    },
  },
  {
    name: 'edges, and statuses of each part',
    choices: {
      ...factorChoices(envelopes, 'edges'),
      ...factorChoices(errors, 'by member'),
      ...factorChoices(records, 'the secret beside the record'),
      ...factorChoices(connects, 'an error page of status 200'),
      ...factorChoices(links, 'more relations, next first'),
      status: { created: 202, deleted: 202, refused: 422, unknown: 404 },
      fault: refuseStrangers(statusByPart),
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json, kind) => ({
        records: readItems(readDotted(json, `data.${kind}.edges`)).map((edge) => readDotted(edge, 'node')),
        hasMore: readDotted(json, `data.${kind}.pageInfo.hasMore`),
      }),
      legacyPage: (json, kind) =>
        readItems(readDotted(json, `data.${kind}.edges`)).map((edge) => readDotted(edge, 'node')),
      created: (json) => ({ token: readDotted(json, 'access_token'), secret: readDotted(json, 'token') }),
      stateCode: (json) => readDotted(json, 'state'),
      allowed: (json) => readDotted(json, 'errors.status'),
      expired: statusByPart,
    },
  },
  {
    name: 'JSON:API',
    choices: {
      ...factorChoices(envelopes, 'JSON:API'),
      ...factorChoices(errors, 'JSON:API'),
      secret: (token, secret) => ({ ...token, api_key: secret }),
      ...factorChoices(records, 'scopes as objects, and names once'),
      ...factorChoices(connects, 'a redirect'),
      status: { stranger: 401, refused: 409, invalidBody: 409, deleted: 202 },
      token: { answersDeleted: true },
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({
        records: readItems(readDotted(json, 'data')).map((item) => ({
          ...readObjectMembers(readDotted(item, 'attributes')),
          id: readDotted(item, 'id'),
        })),
        hasMore: readDotted(json, 'links.next'),
      }),
      legacyPage: (json) => readItems(readDotted(json, 'data')),
      token: (json) => readObjectMembers(readDotted(json, 'data.attributes')),
      created: (json) => ({
        token: { ...readObjectMembers(readDotted(json, 'data.attributes')), id: readDotted(json, 'data.id') },
        secret: readDotted(json, 'data.attributes.api_key'),
      }),
      stateCode: (json) => readDotted(json, 'code'),
      allowed: (json) => {
        const [error] = readItems(readDotted(json, 'errors'))
        return readDotted(error, 'status') === '400'
          ? readDotted(error, 'meta.allowed')
          : unreadable('The error has no status.')
      },
    },
  },
  {
    name: 'records by their ids, expiries as dates',
    choices: {
      ...factorChoices(envelopes, 'records by their ids'),
      ...factorChoices(expiries, 'the day of a moment'),
      ...factorChoices(announcements, 'expires_at, by a date'),
      ...factorChoices(errors, 'nothing but the options'),
      ...factorChoices(links, 'attributes in another order'),
      single: (kind, record) => ({ [kind]: record }),
      configuration: (value, path) => ({ path, value, inherited: false }),
      secret: (token, secret) => ({ ...token, value: secret }),
      status: { stranger: 402, unknown: 410, refused: 412, deleted: 200 },
      capabilities: (commands) => ({
        data: Object.entries(commands).map(([name, schema]) => ({ id: name, request: schema })),
      }),
    },
    expiry: '2027-08-01',
    forms: {
      ...usual,
      page: (json) => ({ records: Object.values(readObjectMembers(readDotted(json, 'records'))) }),
      legacyPage: (json) => Object.values(readObjectMembers(readDotted(json, 'records'))),
      token: (json) => readObjectMembers(readDotted(json, 'token')),
      created: (json) => ({ token: readDotted(json, 'token'), secret: readDotted(json, 'token.value') }),
      isExpiry: matchesText(/^\d{4}-\d\d-\d\d$/),
      issued: (json) => (isDateTime(readDotted(json, 'expires_at')) ? json : unreadable('expires_at is no date.')),
      commands: (json) => readItems(readDotted(json, 'data')).map((command) => readDotted(command, 'id')),
      allowed: (json) => readDotted(json, 'allowed'),
      expired: () => 402,
    },
  },
  {
    name: 'HAL, and errors as a list of texts',
    choices: {
      ...factorChoices(envelopes, 'HAL'),
      list: (kind, list, { url, hasMore, last }) => ({
        _links: { self: { href: url.href }, ...(hasMore ? { next: { href: `?starting_after=${last}` } } : {}) },
        _embedded: { [plural(kind)]: list },
        count: list.length,
      }),
      ...factorChoices(errors, 'a list of texts'),
      ...factorChoices(expiries, 'Unix seconds'),
      ...factorChoices(records, 'scopes as text'),
      ...factorChoices(links, 'blanks everywhere'),
      single: (kind, record) => ({ item: record, kind }),
      secret: (token, secret) => ({ ...token, 'access-key': secret }),
      status: { refused: 422, invalidBody: 422, deleted: 204 },
      projects: (project, isKey) => (isKey ? project : [project]),
    },
    expiry: moment / 1000,
    forms: {
      ...usual,
      page: (json, kind) => ({
        records: readDotted(json, `_embedded.${plural(kind)}`),
        hasMore: Object.hasOwn(readObjectMembers(readDotted(json, '_links')), 'next'),
      }),
      legacyPage: (json, kind) => readDotted(json, `_embedded.${plural(kind)}`),
      projects: (json) => (Array.isArray(json) ? json : [readObjectMembers(json)]),
      token: (json) => readObjectMembers(readDotted(json, 'item')),
      created: (json) => ({ token: readDotted(json, 'item'), secret: readDotted(json, 'item.access-key') }),
      isExpiry: isSeconds,
      allowed: (json) => readItems(json).slice(1),
    },
  },
  {
    name: 'bare arrays, and problem details',
    choices: {
      ...factorChoices(errors, 'problem details'),
      headers: (status) => (status >= 400 ? { 'content-type': 'application/problem+json' } : {}),
      ...factorChoices(envelopes, 'a bare array'),
      ...factorChoices(services, 'a list of tools, and 204'),
      ...factorChoices(announcements, 'expires_in as text'),
      result: (job) => Response.json({ job }, { status: 202 }),
      codeName: 'code',
      secret: (token, secret) => ({ ...token, token: secret }),
      status: { stranger: 400, refused: 406, unknown: 400, created: 203 },
      cursors: { deleted: 'refused' },
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({ records: readItems(json) }),
      legacyPage: readItems,
      created: (json) => ({ token: json, secret: readDotted(json, 'token') }),
      stateCode: (json) => readDotted(json, 'code'),
      commands: (json) => readItems(readDotted(json, 'tools')).map((tool) => readDotted(tool, 'name')),
      allowed: (json) => readDotted(json, 'errors.status'),
      expired: () => 400,
    },
  },
]
