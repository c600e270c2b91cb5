// The choices of the service where a server says nothing else. The emulator makes most of them in another way.
import type { Policy } from './policy.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A number in base 62. */
export const base62 = (value: number, length: number): string =>
  length === 0 ? '' : base62(Math.floor(value / 62), length - 1) + alphabet[value % 62]!

const day = 86_400_000

/** The moment two calendar years later. */
export function addTwoYears(now: number): number {
  const end = structuredDate(now)
  end.setUTCFullYear(end.getUTCFullYear() + 2)
  return end.getTime()
}

const structuredDate = (time: number): Date => new Date(time)

/** A time as a header shows it. */
export const httpDate = (time: number): string => structuredDate(time).toUTCString()

/** A time in RFC 3339, to the second. */
export const toText = (time: number): string =>
  structuredDate(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')

export const policyJson = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const titledPage = (title: string, status = 200) =>
  new Response(`<!doctype html><title>${title}</title><p>${title}.`, {
    status,
    headers: { 'content-type': 'text/html' },
  })

const known = ['environments:read', 'resources:read', 'catalogs:read', 'configurations:read', 'services:use', 'tokens']

export const usualPolicy: Policy = {
  list: (_kind, records, { hasMore }) => ({ results: records, more: hasMore }),
  single: (_kind, record) => record,
  show: (_kind, record) => record,
  error: ({ reason, detail, options }) => ({ code: reason, message: detail, ...(options ? { options } : {}) }),
  status: {
    refused: 400,
    stranger: 401,
    forbidden: 403,
    unknown: 404,
    method: 405,
    mediaType: 415,
    invalidBody: 400,
    quota: 409,
    created: 201,
    deleted: 204,
    posted: 201,
    renamed: 200,
    granted: 200,
    prepared: 200,
  },
  headers: () => ({}),
  options: (allow) => policyJson({ methods: allow.split(', ') }, 200, { allow }),
  data: {
    counts: { product: 46, environment: 5, resource: 33, event: 23, group: 17 },
    names: ['Blue Lamp', 'Red Chair', 'Wooden Table', 'Great Sofa', 'Plain Desk'],
    brands: ['Acme', 'Nordwind', 'Globex', 'Initech'],
    categories: ['Lamps', 'Chairs', 'Desk Tops'],
    statuses: ['active', 'paused', 'archived'],
    groupStatuses: ['unresolved', 'resolved'],
  },
  limit: { usual: 10, least: 1, most: 50, above: 'clamp' },
  paged: ['product', 'resource', 'environment'],
  search: ['name'],
  unknownParameter: undefined,
  cursors: { deleted: 'kept', both: 'refused', before: 'falls', behindLast: 'an empty page' },
  unknown: 'refused',
  linkPageSize: 5,
  events: 'newest first',
  link: ({ rel, url, results }) =>
    `<${url}>; rel="${rel}"; results="${results}"; cursor="${/[?&]cursor=([^&]*)/.exec(url)?.[1] ?? ''}"`,
  links: (entries, write) => entries.map(write).join(', '),
  head: 'everywhere',
  // Eight digits of milliseconds, then a counter that jumps, then what tells servers apart.
  id: (now, serial) =>
    base62(Math.floor(now), 8) +
    base62(serial * 977 + ((serial * 31) % 97), 6) +
    base62((serial * 7919) % 9_999_991, 13),
  expiry: {
    read: (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : undefined),
    show: toText,
    isAllowed: (expiry, now) => expiry >= now + 7 * day && expiry <= addTwoYears(now),
  },
  scopes: { known, show: (scopes) => scopes },
  secret: (token, secret) => ({ ...token, secret }),
  token: { paged: true, otherMembers: 'refused', answersDeleted: false, uniqueNames: false },
  oauth: {
    lifetime: 1800,
    grace: 0,
    refreshLifetime: Number.POSITIVE_INFINITY,
    lacks: [],
    answer: (issued) => issued,
    refresh: 'rotates',
    onlyLast: false,
    mostTokens: Number.POSITIVE_INFINITY,
    family: 'nothing',
    status: { client: 401, grant: 400 },
    token: (text) => text,
  },
  codeName: 'prepareState',
  codeUses: Number.POSITIVE_INFINITY,
  codeLifetime: 300,
  connect: (isGood) => (isGood ? titledPage('Connected') : titledPage('Unknown state', 400)),
  result: (job) => policyJson({ result: { job, state: 'done' } }),
  capabilities: (commands) => ({ commands }),
  mcp: undefined,
  configuration: (value) => ({ value }),
  projects: (project) => [project],
  groupNeedsStatus: false,
  moods: {
    latency: 0,
    listLag: 0,
    lag: 0,
    skew: 0,
    dated: true,
    createsEvery: 0,
    deletesEvery: 0,
    quota: 0,
    rate: 0,
    addressLock: 0,
    addressLockStatus: 429,
    addressLockByAnyRefusal: false,
    clientLock: 0,
  },
  fault: (request, next) => next(request),
}
