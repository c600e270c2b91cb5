// Factors of bodies: what they hold, and how they are written (clauses 2.4, 4 and 7).
import { policyJson } from '../service/usual-policy.ts'
import { changeEachAnswer, type Between, type Factor } from './factor.ts'

type Members = Readonly<Record<string, unknown>>

const bodyId = (record: unknown): string => (record as { readonly id: string }).id

function resource(kind: string, record: unknown): Members {
  const { id, ...attributes } = record as Members
  return { type: `${kind}s`, id, attributes, links: { self: `/${kind}s/${String(id)}` } }
}

/** Clause 4: the envelope is not shown. */
export const envelopes: Factor = {
  results: {},
  'a bare array': { choices: { list: (_kind, records) => records } },
  'JSON:API': {
    choices: {
      list: (kind, records, { url, hasMore, last }) => ({
        jsonapi: { version: '1.1' },
        data: records.map((record) => resource(kind, record)),
        links: { self: url.href, next: hasMore ? `${url.pathname}?starting_after=${last}` : null },
        included: [{ type: 'owners', id: '17', attributes: { name: 'Acme', status: 'gold' } }],
      }),
      single: (kind, record) => ({ data: resource(kind, record) }),
    },
  },
  HAL: {
    choices: {
      list: (kind, records, { url, last }) => ({
        _links: {
          self: { href: url.href },
          ...(last ? { next: { href: `${url.pathname}?starting_after=${last}` } } : {}),
        },
        _embedded: { [`${kind}s`]: records },
        count: records.length,
      }),
      show: (kind, record) => ({ ...record, _links: { self: { href: `/${kind}s/${String(record['id'])}` } } }),
    },
  },
  edges: {
    choices: {
      list: (kind, records, { hasMore }) => ({
        data: {
          [kind]: { edges: records.map((node) => ({ cursor: 'b2Zmc2V0', node })), pageInfo: { hasMore } },
        },
      }),
    },
  },
  'records by their ids': {
    choices: {
      list: (_kind, records) => ({ records: Object.fromEntries(records.map((record) => [bodyId(record), record])) }),
    },
  },
  'the name of the kind, left out where no record is': {
    choices: {
      list: (kind, records, { hasMore }) => ({
        ...(records.length > 0 ? { [`${kind}s`]: records } : {}),
        meta: { count: records.length, hasMore },
      }),
      single: (kind, record) => ({ [kind]: record }),
    },
  },
  'a success beside it, null for no records': {
    choices: {
      list: (_kind, records, { last }) => ({
        success: true,
        error: null,
        payload: { items: records.length > 0 ? records : null, next_cursor: last ?? null },
      }),
      single: (_kind, record) => ({ success: true, payload: record }),
    },
  },
  OData: {
    choices: {
      list: (_kind, records, { hasMore, last }) => ({
        '@odata.context': 'https://service.test/$metadata',
        value: records,
        ...(hasMore ? { '@odata.nextLink': `?starting_after=${last}` } : {}),
      }),
      single: (_kind, record) => ({ '@odata.context': 'https://service.test/$metadata#item', ...record }),
    },
  },
  'ids and times of others': {
    choices: {
      list: (kind, records, { hasMore }) => ({
        requestId: '7d1f0c1e-1d11-4a55-9a67-6a3f0b9d6a10',
        serverTime: '2027-03-01T10:30:00Z',
        ...(kind === 'token' ? {} : { parents: [{ id: 'home', name: 'Home' }] }),
        results: records,
        more: hasMore,
        meta: { region: { id: 'eu-1', name: 'Europe' } },
      }),
    },
  },
}

/** Clause 2.4: no fields are shown beyond id and name. */
export const members: Factor = {
  usual: {},
  'many more': {
    choices: {
      show: (kind, record) => ({
        variants: [{ id: 1 }, { id: 2 }],
        supplier: { id: record['id'], brand: 'Other', status: 'gold' },
        ...record,
        createdBy: { id: 'user-17', name: 'Ann', role: { id: 3, name: 'owner' } },
        meta_data: { tags: ['a', 'b'], external: [{ id: 'SAP_00017', system: 'sap' }] },
        'x-checksum': 'a4:9f',
        parent: null,
        object: kind,
        // The hint of GitHub: the last four characters of no secret.
        ...(kind === 'token' ? { last_four: '7xQz', prefix: 'pk_', last_used_at: null } : {}),
      }),
    },
  },
  'id and name alone': {
    choices: {
      show: (kind, record) =>
        kind === 'token' || kind === 'group' ? record : { id: record['id'], name: record['name'] },
    },
  },
  "a supplier's brand and an owner's status in place of its own": {
    choices: {
      show(_kind, { brand: _brand, status: _status, ...record }) {
        const status = String(record['id']).charCodeAt(20) % 2 === 0 ? 'active' : 'paused'
        return {
          ...record,
          billing: { status, plan: 'basic' },
          supplier: { name: 'Other', brand: 'Other', status: 'gold' },
          owner: { id: record['id'], status },
        }
      },
    },
  },
}

/** Clause 7: the body of an error is not shown, but that it has the allowed options. */
export const errors: Factor = {
  'code and message': {},
  'problem details': {
    choices: {
      error: ({ status, detail, options }) => ({
        type: 'about:blank',
        title: 'Bad Request',
        status,
        detail,
        ...(options ? { errors: { status: [`must be one of ${options.join(', ')}`] } } : {}),
      }),
    },
  },
  'JSON:API': {
    choices: {
      error: ({ status, reason, detail, options }) => ({
        errors: [
          { status: String(status), code: reason, title: detail, ...(options ? { meta: { allowed: options } } : {}) },
        ],
      }),
    },
  },
  'a list of texts': {
    choices: { error: ({ detail, options }) => [detail, ...(options ?? []).map((option) => `allowed: ${option}`)] },
  },
  'a list of objects, with the options as members': {
    choices: {
      error: ({ reason, detail, options = [] }) => [
        {
          errorCode: reason.toUpperCase(),
          message: detail,
          fields: Object.fromEntries(options.map((option) => [option, option.length])),
        },
      ],
    },
  },
  'a text': {
    choices: { error: ({ detail, options }) => (options ? `${detail}: use ${options.join(', ')}` : detail) },
  },
  'by member': {
    choices: {
      error: ({ detail, options }) =>
        options ? { errors: { status: [`not one of ${options.join(' | ')}`] } } : { errors: { base: [detail] } },
    },
  },
  'a stack of causes': {
    choices: {
      error: ({ status, detail, options }) => ({
        timestamp: '2027-03-01T10:30:00.000+00:00',
        status,
        error: 'Bad Request',
        trace: 'at com.example.Api(Api.java:17)',
        message: detail,
        path: '/',
        cause: { cause: { options: options?.map((value) => ({ value, label: value.toUpperCase() })) } },
      }),
    },
  },
  'nothing but the options': { choices: { error: ({ options }) => (options ? { allowed: options } : undefined) } },
}

const rewriteBody = (write: (value: unknown) => string): Between =>
  changeEachAnswer(async (response, request) => {
    if (response.body === null || request.method === 'HEAD' || !/json/.test(response.headers.get('content-type') ?? ''))
      return response
    const text = await response.text()
    return new Response(text === '' ? null : write(JSON.parse(text)), response)
  })

/** The members of objects in reverse, unless they are records by their ids, whose order is that of a list. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(/^\w{27}$/.test(entries[0]?.[0] ?? '') ? entries : entries.toReversed())
}

/** RFC 8259 leaves white space, escapes and the order of members open. */
export const writings: Factor = {
  'one line': {},
  'a mark of the byte order': { between: rewriteBody((value) => `\uFEFF${JSON.stringify(value)}`) },
  'many lines': {
    between: rewriteBody((value) => `${JSON.stringify(value, undefined, '\t').replaceAll('\n', '\r\n')}\n`),
  },
  escapes: {
    between: rewriteBody((value) =>
      JSON.stringify(value)
        .replaceAll('/', String.raw`\/`)
        .replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  'members in reverse': { between: rewriteBody((value) => JSON.stringify(reversed(value))) },
}

/** Clause 4.4: the value at the path; clause 4.9: the project of a key. Neither is shown. */
export const values: Factor = {
  'in an object': {},
  'the value alone, and the project as an object': {
    choices: { configuration: (value) => value, projects: (project) => project },
  },
  'the value with its path, and a list of projects for tokens': {
    choices: {
      configuration: (value, path) => ({ path, value, inherited: false, source: { id: 'default', name: 'Default' } }),
      projects: (project, isKey) => (isKey ? { project } : { results: [project], count: 1 }),
    },
  },
}

type Commands = Readonly<Record<string, object>>

const listed = (commands: Commands, member: string) =>
  Object.entries(commands).map(([name, schema]) => ({ name, [member]: schema }))

/** Moves every nested schema to the definitions. */
function moveToDefinitions(commands: Commands): unknown {
  const definitions: Record<string, unknown> = {}
  const moved = (name: string, schema: object): object => {
    if (!('properties' in schema)) return schema
    const properties = Object.entries(schema.properties as Commands).map(
      ([field, member]) => [field, moved(`${name}_${field}`, member)] as const,
    )
    definitions[name] = { ...schema, properties: Object.fromEntries(properties) }
    return { $ref: `#/$defs/${name}` }
  }
  const input = Object.entries(commands).map(([name, schema]) => [name, { input: moved(name, schema) }] as const)
  return { commands: Object.fromEntries(input), $defs: definitions }
}

/** Clause 4.7: the schemas, in whatever form, and the result of the command, which may be nothing. */
export const services: Factor = {
  'a map of commands': {},
  'a list of tools, and 204': {
    choices: {
      capabilities: (commands) => ({ tools: listed(commands, 'inputSchema') }),
      result: () => new Response(null, { status: 204 }),
    },
  },
  'an OpenAPI document, and 202': {
    choices: {
      capabilities: (commands) => ({
        openapi: '3.1.0',
        info: { title: 'Commands', version: '1' },
        paths: Object.fromEntries(
          Object.entries(commands).map(([name, schema]) => [
            `/services/{adapterConnectionId}/${name}`,
            {
              post: {
                operationId: name,
                requestBody: { content: { 'application/json': { schema } } },
                responses: { 202: { description: 'Taken' } },
              },
            },
          ]),
        ),
      }),
      result: (job) => policyJson({ job, href: `/jobs/${job}` }, 202),
    },
  },
  references: { choices: { capabilities: moveToDefinitions } },
  'schemas as text, and a text': {
    choices: {
      capabilities: (commands) =>
        Object.entries(commands).map(([name, schema]) => ({ name, schema: JSON.stringify(schema) })),
      result: (job) => policyJson(`queued as ${job}`),
    },
  },
  'schemas of results too, and a list': {
    choices: {
      capabilities: (commands) => ({
        data: listed(commands, 'request').map((command) => ({
          ...command,
          response: { type: 'object', properties: { job: { type: 'string' } }, required: ['job'] },
          deprecated: false,
        })),
      }),
      result: (job) => policyJson([{ job }, { job: null }]),
    },
  },
}
