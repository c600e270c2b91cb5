// Right servers whose bodies have other shapes. Clauses 2.4, 4 and 7 leave the shapes open.
import type { RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'

type Members = Readonly<Record<string, unknown>>

const idOf = (record: unknown): string => (record as { readonly id: string }).id

function resource(kind: string, record: unknown): Members {
  const { id, ...attributes } = record as Members
  return { type: `${kind}s`, id, attributes, links: { self: `/${kind}s/${String(id)}` } }
}

/** JSON:API. */
export const jsonApi: Choices = {
  list: (kind, records, { url, hasMore, last }) => ({
    jsonapi: { version: '1.1' },
    data: records.map((record) => resource(kind, record)),
    links: { self: url.href, next: hasMore ? `${url.pathname}?starting_after=${last}` : null },
    included: [{ type: 'owners', id: '17', attributes: { name: 'Acme', status: 'gold' } }],
  }),
  single: (kind, record) => ({ data: resource(kind, record) }),
  error: ({ status, reason, detail, options }) => ({
    errors: [
      { status: String(status), code: reason, title: detail, ...(options ? { meta: { allowed: options } } : {}) },
    ],
  }),
}

/** HAL. */
export const hal: Choices = {
  list: (kind, records, { url, last }) => ({
    _links: { self: { href: url.href }, ...(last ? { next: { href: `${url.pathname}?starting_after=${last}` } } : {}) },
    _embedded: { [`${kind}s`]: records },
    count: records.length,
  }),
  show: (kind, record) => ({ ...record, _links: { self: { href: `/${kind}s/${String(record['id'])}` } } }),
}

/** Problem details (RFC 9457). */
export const problem: Choices = {
  error: ({ status, detail, options }) => ({
    type: 'about:blank',
    title: 'Bad Request',
    status,
    detail,
    ...(options ? { errors: { status: [`must be one of ${options.join(', ')}`] } } : {}),
  }),
  headers: (status) => (status >= 400 ? { 'content-type': 'application/problem+json' } : {}),
}

const oData: Choices = {
  list: (_kind, records, { hasMore, last }) => ({
    '@odata.context': 'https://service.test/$metadata',
    value: records,
    ...(hasMore ? { '@odata.nextLink': `?starting_after=${last}` } : {}),
  }),
  single: (_kind, record) => ({ '@odata.context': 'https://service.test/$metadata#item', ...record }),
  error: ({ reason, detail, options }) => ({
    error: {
      code: reason,
      message: detail,
      details: options?.map((option) => ({ target: 'status', message: option })),
    },
  }),
}

const shaped = (name: string, description: string, choices: Choices): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
})

const lists = (name: string, description: string, list: NonNullable<Choices['list']>) =>
  shaped(name, `${description} Clause 4: the shape of the envelope is not shown.`, { list })

const errors = (name: string, description: string, error: NonNullable<Choices['error']>) =>
  shaped(name, `${description} Clause 7: the shape of an error body is not shown.`, { error })

/** Right servers whose bodies have other shapes. */
export const envelopeServers: readonly RightServer[] = [
  shaped('JSON:API', 'As by Rails and Laravel packages. Clauses 2.4, 4 and 7 show no shape.', jsonApi),
  shaped('JSON:API by its own media type', 'It is JSON by RFC 6839; GET /0/ alone has a stated media type.', {
    ...jsonApi,
    headers: () => ({ 'content-type': 'application/vnd.api+json' }),
  }),
  shaped('HAL', 'As by Spring Data REST.', hal),
  shaped('problem details', 'RFC 9457, as by ASP.NET.', problem),
  shaped('OData', 'As by Microsoft and SAP.', oData),
  lists('edges and nodes', 'Relay connections.', (kind, records, { hasMore }) => ({
    data: { [kind]: { edges: records.map((node) => ({ cursor: 'b2Zmc2V0', node })), pageInfo: { hasMore } } },
  })),
  lists('records by their ids', 'As by Firebase.', (_kind, records) => ({
    records: Object.fromEntries(records.map((record) => [idOf(record), record])),
  })),
  lists('a bare array', 'As by GitHub.', (_kind, records) => records),
  lists('a null for no records', 'As by Go, which writes an empty slice so.', (_kind, records) => ({
    items: records.length > 0 ? records : null,
  })),
  lists('a success beside each body', 'As by PHP frameworks.', (_kind, records, { hasMore }) => ({
    success: true,
    error: null,
    payload: { list: records, hasMore },
  })),
  shaped('members in snake and camel case, and many more', 'Clause 2.4 shows no fields beyond id and name.', {
    show: (_kind, record) => ({
      ...record,
      createdBy: { id: 'user-17', name: 'Ann', role: { id: 3, name: 'owner' } },
      meta_data: { tags: ['a', 'b'], external: [{ id: 'SAP_00017', system: 'sap' }] },
      'x-checksum': 'a4:9f',
      parent: null,
    }),
  }),
  shaped('records of nothing but what is stated', 'Clause 2.4: at least id and name for an environment.', {
    show: (kind, { id, name, ...others }) =>
      kind === 'token' ? { id, name, ...others } : kind === 'environment' ? { id, name } : { id },
  }),
  errors('errors as a list of texts', 'As by class-validator in NestJS.', ({ detail, options }) => [
    detail,
    ...(options ?? []).map((option) => `allowed: ${option}`),
  ]),
  errors('errors as a list of objects', 'As by Salesforce.', ({ reason, detail, options }) => [
    { errorCode: reason.toUpperCase(), message: detail, fields: options ?? [] },
  ]),
  errors('errors as a text', 'As by small handlers.', ({ detail, options }) =>
    options ? `${detail}: use ${options.join(', ')}` : detail,
  ),
  errors('errors by member', 'As by Django REST framework.', ({ detail, options }) =>
    options ? { status: [`"x" is not one of ${options.join(' | ')}.`] } : { detail },
  ),
  errors('errors with a stack of causes', 'As by Spring Boot in development.', ({ status, detail, options }) => ({
    timestamp: '2027-03-01T10:30:00.000+00:00',
    status,
    error: 'Bad Request',
    trace: 'at com.example.Api(Api.java:17)',
    message: detail,
    path: '/',
    cause: { cause: { options: options?.map((value) => ({ value, label: value.toUpperCase() })) } },
  })),
  shaped(
    'errors without a body, but for the enum values',
    'As by gateways. A body of no bytes is no JSON that is wrong.',
    {
      error: ({ options }) => (options ? { allowed: options } : undefined),
    },
  ),
]
