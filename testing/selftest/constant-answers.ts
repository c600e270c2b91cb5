// Servers that answer every request in the same way, made from parts. No check may pass against them.

/** A part of an answer. */
interface Part {
  readonly name: string
  readonly text: string
  readonly type: string
}

const record = { id: '2rFUBOcdFhipGcFiVyOoNqKKXnZ', name: 'a', status: 'active' }
const older = { ...record, id: '2rFUBOcdFhipGcFiVyOoNqKKXnY' }
const inJson = 'application/json'

/** How records, or the lack of them, are wrapped. */
const envelopes: Readonly<Record<string, object>> = {
  'an object': record,
  'an object in data': { data: record },
  'a list in data': { data: [record], has_more: false },
  'a list that has more': { data: [record, older], has_more: true },
  'a list in items': { items: [record], next_cursor: null },
  'an empty list': { data: [], has_more: false },
  'records by id': { [record.id]: record },
  'all secrets at once': {
    ...record,
    access_token: 'a-token-for-all',
    refresh_token: 'another-token',
    expires_in: 3600,
    token: 'a-third-token-for-all',
    state: 'one-state-for-all',
    version: '1',
  },
  nothing: {},
}

/** The objects that may be beside them. */
const errors: Readonly<Record<string, object>> = {
  '': {},
  ' beside an error': { error: { message: 'no' } },
  ' beside a list of errors': { errors: [{ message: 'no' }] },
  ' beside the word error': { error: 'no' },
  ' beside ok: false': { ok: false },
  ' beside a code': { code: 401, message: 'no' },
}

const bodies: readonly Part[] = [
  ...Object.entries(envelopes).flatMap(([envelope, data]) =>
    Object.entries(errors).map(([beside, error]) => ({
      name: `${envelope}${beside}`,
      text: JSON.stringify({ ...data, ...error }),
      type: inJson,
    })),
  ),
  ...Object.entries({
    'a bare list': [record],
    'a bare empty list': [],
    'a list of null': [null],
    'a list of numbers': [1, 2],
    null: null,
    true: true,
    'a number': 5,
    'a text in JSON': 'ok',
    'a JSON-RPC result': { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  }).map(([name, json]) => ({ name, text: JSON.stringify(json), type: inJson })),
  { name: 'no body', text: '', type: inJson },
  { name: 'plain text', text: 'ok', type: 'text/plain' },
  { name: 'a page', text: '<!doctype html><title>get</title><p>Welcome', type: 'text/html' },
  { name: 'events', text: 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n', type: 'text/event-stream' },
]

const successes = [200, 201, 202]
const refusals = [400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 503]
const redirects = [301, 302, 303, 307, 308]

/** A refusal or a redirect is the same whatever it holds: these bodies represent all. */
const fewBodies = bodies.filter(({ name }) => /^(?:nothing beside|a list in data|no body|a page)/.test(name))

/** Every answer, by what it is. */
export const constantAnswers: Readonly<Record<string, (request: Request) => Response>> = Object.fromEntries([
  ...successes.flatMap((status) => bodies.map((body) => constantAnswer(status, body))),
  ...[...refusals, ...redirects].flatMap((status) => fewBodies.map((body) => constantAnswer(status, body))),
  ['204', () => new Response(null, { status: 204 })],
])

function constantAnswer(status: number, { name, text, type }: Part): readonly [string, (request: Request) => Response] {
  const isRedirect = redirects.includes(status)
  return [
    `${status} with ${name}`,
    (request) =>
      new Response(text, {
        status,
        headers: { 'content-type': type, ...(isRedirect ? { location: request.url } : {}) },
      }),
  ]
}
