// Right services that are as unlike each other as the specification allows, and how the author of a client reads each.
import { envelopes, errors, services } from '../../servers/right/product/bodies.ts'
import { announcements, records } from '../../servers/right/product/credentials.ts'
import { expiries } from '../../servers/right/product/expiries.ts'
import type { Factor } from '../../servers/right/product/factor.ts'
import { connects, links } from '../../servers/right/product/protocol.ts'
import type { Choices } from '../../servers/right/service/open-service.ts'
import { toText } from '../../servers/right/service/usual-policy.ts'
import { valueAt, itemsOf, membersOf, type ServiceForms, unreadable } from './service-forms.ts'

/** A right service, and what the author of a client knows of it. */
export interface SpokenService {
  readonly name: string
  readonly choices: Choices
  readonly forms: ServiceForms
  /** `expires_at` of a new token, as it is sent: a moment of 2027. */
  readonly expiry: unknown
}

const choicesOf = (factor: Factor, name: string): Choices => factor[name]!.choices!

const moment = Date.UTC(2027, 7, 1)

const isText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)
const isDateTime = isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
const isSeconds = (value: unknown) => typeof value === 'number' && value > 1e9 && value < 1e10

/** The behaviour of the second service where its choices say nothing. */
const usual: ServiceForms = {
  page: (json) => ({ records: valueAt(json, 'results'), hasMore: valueAt(json, 'more') }),
  legacyPage: (json) => valueAt(json, 'results'),
  projects: itemsOf,
  token: (json) => membersOf(json),
  created: (json) => ({ token: json, secret: valueAt(json, 'secret') }),
  isExpiry: isDateTime,
  value: (json) => valueAt(json, 'value'),
  issued: (json) => json,
  stateCode: (json) => valueAt(json, 'prepareState'),
  commands: (json) => Object.keys(membersOf(valueAt(json, 'commands'))),
  allowed: (json) => valueAt(json, 'options'),
  expired: () => 401,
}

const plural = (kind: string): string => `${kind}s`

/** Answers another status for refused credentials at some paths. */
const strangersAt =
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
      ...choicesOf(links, 'relative addresses'),
    },
    expiry: moment / 1000,
    forms: {
      ...usual,
      page: (json) => ({ records: valueAt(json, 'payload.list'), hasMore: valueAt(json, 'payload.hasMore') }),
      legacyPage: (json) => valueAt(json, 'payload.list'),
      token: (json) => membersOf(valueAt(json, 'payload')),
      created: (json) => ({ token: valueAt(json, 'payload'), secret: valueAt(json, 'payload.plainTextToken') }),
      isExpiry: isSeconds,
      value: (json) => json,
      commands: (json) => itemsOf(valueAt(json, 'payload.tools')).map((tool) => valueAt(tool, 'name')),
      allowed: (json) => valueAt(json, 'error.options'),
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
      ...choicesOf(errors, 'a text'),
      ...choicesOf(links, 'without quotes'),
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({ records: valueAt(json, 'data.items'), hasMore: valueAt(json, 'meta.next') }),
      legacyPage: (json) => valueAt(json, 'data.items'),
      token: (json) => membersOf(valueAt(json, 'data')),
      created: (json) => ({ token: valueAt(json, 'data'), secret: valueAt(json, 'data.hash') }),
      isExpiry: isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+02:00$/),
      value: (json) => valueAt(json, 'data.value'),
      issued: (json) => valueAt(json, 'result'),
      stateCode: (json) => valueAt(json, 'handle'),
      allowed: (json) => (typeof json === 'string' ? json : unreadable('The error is no text.')),
      expired: () => 403,
    },
  },
  {
    name: 'edges, and statuses of each part',
    choices: {
      ...choicesOf(envelopes, 'edges'),
      ...choicesOf(errors, 'by member'),
      ...choicesOf(records, 'the secret beside the record'),
      ...choicesOf(connects, 'an error page of status 200'),
      ...choicesOf(links, 'more relations, next first'),
      status: { created: 202, deleted: 202, refused: 422, unknown: 404 },
      fault: strangersAt(statusByPart),
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json, kind) => ({
        records: itemsOf(valueAt(json, `data.${kind}.edges`)).map((edge) => valueAt(edge, 'node')),
        hasMore: valueAt(json, `data.${kind}.pageInfo.hasMore`),
      }),
      legacyPage: (json, kind) => itemsOf(valueAt(json, `data.${kind}.edges`)).map((edge) => valueAt(edge, 'node')),
      created: (json) => ({ token: valueAt(json, 'access_token'), secret: valueAt(json, 'token') }),
      stateCode: (json) => valueAt(json, 'state'),
      allowed: (json) => valueAt(json, 'errors.status'),
      expired: statusByPart,
    },
  },
  {
    name: 'JSON:API',
    choices: {
      ...choicesOf(envelopes, 'JSON:API'),
      ...choicesOf(errors, 'JSON:API'),
      secret: (token, secret) => ({ ...token, api_key: secret }),
      ...choicesOf(records, 'scopes as objects, and names once'),
      ...choicesOf(connects, 'a redirect'),
      status: { stranger: 401, refused: 409, invalidBody: 409, deleted: 202 },
      token: { answersDeleted: true },
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({
        records: itemsOf(valueAt(json, 'data')).map((item) => ({
          ...membersOf(valueAt(item, 'attributes')),
          id: valueAt(item, 'id'),
        })),
        hasMore: valueAt(json, 'links.next'),
      }),
      legacyPage: (json) => itemsOf(valueAt(json, 'data')),
      token: (json) => membersOf(valueAt(json, 'data.attributes')),
      created: (json) => ({
        token: { ...membersOf(valueAt(json, 'data.attributes')), id: valueAt(json, 'data.id') },
        secret: valueAt(json, 'data.attributes.api_key'),
      }),
      stateCode: (json) => valueAt(json, 'code'),
      allowed: (json) => {
        const [error] = itemsOf(valueAt(json, 'errors'))
        return valueAt(error, 'status') === '400'
          ? valueAt(error, 'meta.allowed')
          : unreadable('The error has no status.')
      },
    },
  },
  {
    name: 'records by their ids, expiries as dates',
    choices: {
      ...choicesOf(envelopes, 'records by their ids'),
      ...choicesOf(expiries, 'the day of a moment'),
      ...choicesOf(announcements, 'expires_at, by a date'),
      ...choicesOf(errors, 'nothing but the options'),
      ...choicesOf(links, 'attributes in another order'),
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
      page: (json) => ({ records: Object.values(membersOf(valueAt(json, 'records'))) }),
      legacyPage: (json) => Object.values(membersOf(valueAt(json, 'records'))),
      token: (json) => membersOf(valueAt(json, 'token')),
      created: (json) => ({ token: valueAt(json, 'token'), secret: valueAt(json, 'token.value') }),
      isExpiry: isText(/^\d{4}-\d\d-\d\d$/),
      issued: (json) => (isDateTime(valueAt(json, 'expires_at')) ? json : unreadable('expires_at is no date.')),
      commands: (json) => itemsOf(valueAt(json, 'data')).map((command) => valueAt(command, 'id')),
      allowed: (json) => valueAt(json, 'allowed'),
      expired: () => 402,
    },
  },
  {
    name: 'HAL, and errors as a list of texts',
    choices: {
      ...choicesOf(envelopes, 'HAL'),
      list: (kind, list, { url, hasMore, last }) => ({
        _links: { self: { href: url.href }, ...(hasMore ? { next: { href: `?starting_after=${last}` } } : {}) },
        _embedded: { [plural(kind)]: list },
        count: list.length,
      }),
      ...choicesOf(errors, 'a list of texts'),
      ...choicesOf(expiries, 'Unix seconds'),
      ...choicesOf(records, 'scopes as text'),
      ...choicesOf(links, 'blanks everywhere'),
      single: (kind, record) => ({ item: record, kind }),
      secret: (token, secret) => ({ ...token, 'access-key': secret }),
      status: { refused: 422, invalidBody: 422, deleted: 204 },
      projects: (project, isKey) => (isKey ? project : [project]),
    },
    expiry: moment / 1000,
    forms: {
      ...usual,
      page: (json, kind) => ({
        records: valueAt(json, `_embedded.${plural(kind)}`),
        hasMore: Object.hasOwn(membersOf(valueAt(json, '_links')), 'next'),
      }),
      legacyPage: (json, kind) => valueAt(json, `_embedded.${plural(kind)}`),
      projects: (json) => (Array.isArray(json) ? json : [membersOf(json)]),
      token: (json) => membersOf(valueAt(json, 'item')),
      created: (json) => ({ token: valueAt(json, 'item'), secret: valueAt(json, 'item.access-key') }),
      isExpiry: isSeconds,
      allowed: (json) => itemsOf(json).slice(1),
    },
  },
  {
    name: 'bare arrays, and problem details',
    choices: {
      ...choicesOf(errors, 'problem details'),
      headers: (status) => (status >= 400 ? { 'content-type': 'application/problem+json' } : {}),
      ...choicesOf(envelopes, 'a bare array'),
      ...choicesOf(services, 'a list of tools, and 204'),
      ...choicesOf(announcements, 'expires_in as text'),
      result: (job) => Response.json({ job }, { status: 202 }),
      codeName: 'code',
      secret: (token, secret) => ({ ...token, token: secret }),
      status: { stranger: 400, refused: 406, unknown: 400, created: 203 },
      cursors: { deleted: 'refused' },
    },
    expiry: '2027-08-01T00:00:00Z',
    forms: {
      ...usual,
      page: (json) => ({ records: itemsOf(json) }),
      legacyPage: itemsOf,
      created: (json) => ({ token: json, secret: valueAt(json, 'token') }),
      stateCode: (json) => valueAt(json, 'code'),
      commands: (json) => itemsOf(valueAt(json, 'tools')).map((tool) => valueAt(tool, 'name')),
      allowed: (json) => valueAt(json, 'errors.status'),
      expired: () => 400,
    },
  },
]
