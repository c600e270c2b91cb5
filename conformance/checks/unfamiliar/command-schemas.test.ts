import { expect, it } from 'vitest'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { capabilities, check, json, on, type Wrap } from '../../../testing/servers/unfamiliar-services.ts'

const command = /^POST \/services\//
type Members = Readonly<Record<string, unknown>>

/** Changes the schema that capabilities show for each command. */
const schemas = (change: (schema: Members) => unknown): Wrap =>
  capabilities(({ commands }) => ({
    commands: commands.map((listed) => ({ ...listed, inputSchema: change(listed.inputSchema as unknown as Members) })),
  }))

function everywhere(schema: unknown, change: (schema: Members) => Members): unknown {
  if (Array.isArray(schema)) return schema.map((element) => everywhere(element, change))
  if (typeof schema !== 'object' || schema === null) return schema
  return change(Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, everywhere(value, change)])))
}

const both =
  (outer: Wrap, inner: Wrap): Wrap =>
  (next) =>
    outer(inner(next))

/** Changes the bodies of commands before the emulator sees them. */
const bodies =
  (change: (body: Members) => Members): Wrap =>
  (next) =>
  async (request) => {
    if (!command.test(`${request.method} ${new URL(request.url).pathname}`)) return next(request)
    const body = (await request.clone().json()) as Members
    if (Array.isArray(body) || typeof body !== 'object' || body === null) return next(request)
    return next(new Request(request, { method: 'POST', body: JSON.stringify(change(body)) }))
  }

/** Takes other members, where the schema says nothing of them. */
const known = new Set([
  'customer',
  'email',
  'currency',
  'items',
  'ship_to',
  'deliver_by',
  'lead_days',
  'deposit',
  'tags',
])
const openBodies = bodies((body) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name) || name === 'terms_accepted')),
)

it.each<[string, Wrap]>([
  [
    'schemas with $defs and references in $defs',
    schemas(({ properties, ...rest }) => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...rest,
      properties: Object.fromEntries(
        Object.keys(properties as Members).map((name) => [name, { $ref: `#/$defs/${name}` }]),
      ),
      $defs: properties,
    })),
  ],
  [
    'schemas of draft-07 with an address of their own',
    schemas((schema) => ({
      ...schema,
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://target.test/schemas/command.json',
    })),
  ],
  [
    'schemas with a dialect that nobody knows',
    schemas((schema) => ({ ...schema, $schema: 'https://target.test/own' })),
  ],
  [
    'schemas without additionalProperties, and bodies with others',
    both(
      schemas((schema) => everywhere(schema, ({ additionalProperties: _closed, ...others }) => others)),
      openBodies,
    ),
  ],
  [
    'a schema that refers to itself',
    schemas((schema) => ({
      ...schema,
      properties: { ...(schema['properties'] as Members), parent: { $ref: '#' } },
    })),
  ],
  [
    'schemas with alternatives',
    schemas(({ properties, ...rest }) => ({
      ...rest,
      properties: {
        ...(properties as Members),
        currency: { oneOf: [{ enum: ['EUR', 'USD'] }, { const: 'GBP' }] },
      },
      if: { required: ['ship_to'] },
      else: { properties: { ship_to: false } },
    })),
  ],
  [
    'schemas that require what only answers have',
    schemas((schema) => ({
      ...schema,
      properties: { ...(schema['properties'] as Members), id: { type: 'string', readOnly: true } },
      required: [...((schema['required'] ?? []) as readonly string[]), 'id'],
    })),
  ],
  [
    'a command that converts types before it validates',
    bodies((body) => ({
      ...body,
      ...(typeof body['customer'] === 'number' ? { customer: String(body['customer']) } : {}),
    })),
  ],
  [
    'listed commands that are refused before their bodies are read',
    on(command, (response, request) =>
      response.status === 400 && !request.url.endsWith('/create-order')
        ? json({ error: { code: 'forbidden', message: 'Your plan has no such command.' } }, { status: 403 })
        : response,
    ),
  ],
  [
    'formats that are annotations',
    bodies(({ email: _email, deliver_by: _day, ...others }) => ({
      ...others,
      ...(typeof _email === 'string' || _email === undefined ? {} : { email: _email }),
      ...(typeof _day === 'string' || _day === undefined ? {} : { deliver_by: _day }),
    })),
  ],
])('passes every check given %s', async (_what, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it.each<[string, Wrap, readonly string[]]>([
  [
    'unknown commands that are answered as refused bodies are',
    on(command, (response) => (response.status >= 400 ? json({ error: 'refused' }, { status: 400 }) : response)),
    ['services.capabilities-own.listed'],
  ],
  [
    'listed commands that look for a record first',
    on(command, (response, request) =>
      response.status === 400 && !request.url.endsWith('/create-order')
        ? json({ error: { code: 'not_found', message: 'There is no such order.' } }, { status: 404 })
        : response,
    ),
    ['services.capabilities-own.listed'],
  ],
])('decides nothing, and blames nothing, given %s', async (_what, wrap, undecided) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)).toEqual(
    undecided,
  )
})

it('asks for another body given one that breaks the shown schema and is refused', async () => {
  const result = await check(
    both(
      schemas((schema) => ({ ...schema, required: ['customer', 'items', 'email'] })),
      on(command, (response) =>
        response.status === 200 ? json({ message: 'email is missing' }, { status: 400 }) : response,
      ),
    ),
  )
  expect(resultLines(result, 'fail')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence')[0]).toContain(
    'samples.command.validBody breaks the schema that capabilities show (the required at its top), and is refused',
  )
})
