import type { Conventions } from '../../emulator/model/contract/conventions.ts'

/** Dialects that no list of shapes has: of well-known services, and with statuses and names that could be misread. */
export const openCombinations: readonly Partial<Conventions>[] = [
  {
    listEnvelope: { results: '$items', paging: { next: '$next' } },
    objectEnvelope: { data: '$item' },
    errorBody: { status: 'error', reason: '$message', options: '$allowed' },
    unauthenticatedStatus: 404,
    forbiddenStatus: 404,
    secretName: 'plainTextToken',
    createdStatus: 200,
  },
  {
    listEnvelope: {
      records: { $each: '$items', $key: '$id', $value: '$item' },
      meta: { request_id: '$requestId', next: { $when: '$next', href: '?starting_after=$next' } },
    },
    legacyListEnvelope: { rows: '$items', of: '$kind', more: '$hasMore' },
    errorBody: {
      detail: { $unless: '$allowed', $value: '$message' },
      status: { $when: '$allowed', $value: ['must be one of $allowed'] },
    },
    unauthenticatedStatus: 400,
    forbiddenStatus: 400,
    unknownIdStatus: 400,
    secretName: 'hash',
    stateCodeName: 'id',
    expiresAtFormat: 'date',
  },
  {
    listEnvelope: {
      data: {
        $kind: {
          edges: { $each: '$items', $value: { cursor: '$id', node: '$item' } },
          pageInfo: { hasNextPage: '$hasMore', endCursor: '$next' },
        },
      },
    },
    objectEnvelope: { data: { $kind: '$item' } },
    errorBody: {
      data: null,
      errors: [{ message: '$message', extensions: { code: '$code', allowed: '$allowed', details: '$details' } }],
    },
    tokenResponse: { data: { access_token: '$access_token', refresh_token: '$refresh_token', ttl: '$expires_in' } },
    capabilities: {
      functions: [{ type: 'function', function: { name: '$name', about: '$description', parameters: '$inputSchema' } }],
    },
    refusedStatus: 409,
    unauthenticatedStatus: 409,
    forbiddenStatus: 409,
    unknownIdStatus: 409,
    deletedStatus: 205,
    expiresAtFormat: 'http-date',
  },
  {
    listEnvelope: {
      ok: true,
      data: { $each: '$items', $value: { type: '$kind', id: '$id', attributes: '$members' } },
      next_page: '/next?starting_after=$next',
    },
    objectEnvelope: {
      $default: { ok: true, data: { type: '$kind', id: '$id', attributes: '$members' } },
      'configurations.value': { ok: true, result: '$item', meta: { request_id: '$requestId', of: '$kind' } },
      'access-tokens.create': { access_token: '$item', plainTextToken: '$secret' },
      'access-tokens.revoke': {},
    },
    errorBody: {
      $mediaType: 'application/vnd.api+json',
      ok: false,
      error_code: '$status',
      description: '$message',
      allowed: { $each: '$allowed', $value: { value: '$option' } },
      request: '$requestId',
    },
    tokenResponse: { access_token: '$access_token', token_type: '$token_type', expires_in: { $text: '$expires_in' } },
    capabilities: { ok: true, tools: { $name: { title: '$description', schema: '$inputSchema' } } },
    refusedStatus: 418,
    unauthenticatedStatus: 418,
    forbiddenStatus: 418,
    unknownIdStatus: 418,
    createdStatus: 203,
    deletedStatus: 202,
    expiresAtFormat: 'unix-seconds-text',
    secretName: 'user_id',
  },
  {
    listEnvelope: { $default: '$items', 'environments.list': 'items', 'products.list': { products: '$items' } },
    objectEnvelope: { $default: { data: '$item' }, 'access-tokens.create': '$item', 'products.create': 'named' },
    legacyListEnvelope: { $default: 'array', 'legacy.events.list': { events: '$items', next: '$next' } },
    errorBody: { $default: 'problem', 'access-tokens.create': { errors: [{ code: '$code', hint: '$allowed' }] } },
    unauthenticatedStatus: { $default: 401, 'legacy.groups.list': 403 },
    unknownIdStatus: { $default: 404, 'products.list': 410 },
    refusedStatus: { $default: 400, 'access-tokens.create': 422 },
    createdStatus: { $default: 201, 'access-tokens.create': 200 },
    deletedStatus: { $default: 204, 'access-tokens.revoke': 200 },
    expiresAtFormat: 'rfc3339-offset',
  },
  {
    errorBody: { $when: '$allowed', allowed: '$allowed' },
    refusedStatus: 401,
    forbiddenStatus: 401,
    unknownIdStatus: 403,
    expiresAtFormat: 'unix-milliseconds-text',
    stateCodeName: 'handle',
    secretName: 'api key',
  },
]
