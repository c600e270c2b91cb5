import { expect, it } from 'vitest'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { capabilities, check, json, on, shaped, type Wrap } from '../../../testing/servers/unfamiliar-services.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'

it.each<[string, Wrap]>([
  [
    'capabilities as a map of names to schemas',
    capabilities(({ commands }) => ({
      data: {
        commands: Object.fromEntries(
          commands.map(({ name, inputSchema }) => [name, { input: inputSchema, description: 'x' }]),
        ),
      },
    })),
  ],
  [
    'capabilities as a list with schemas as texts',
    capabilities(({ commands }) =>
      commands.map(({ name, inputSchema }) => ({ command: name, schema: JSON.stringify(inputSchema) })),
    ),
  ],
  [
    'capabilities with references',
    capabilities(({ commands }) => ({
      commands: commands.map(({ name }) => ({ name, body: { $ref: `#/$defs/${name}` } })),
      $defs: Object.fromEntries(commands.map(({ name, inputSchema }) => [name, inputSchema])),
    })),
  ],
  [
    'capabilities with allOf',
    capabilities(({ commands }) => ({
      commands: commands.map(({ name, inputSchema: { properties, required } }) => ({
        name,
        body: { allOf: [{ type: 'object', properties }, { required }] },
      })),
    })),
  ],
  [
    'capabilities as an OpenAPI document',
    capabilities(({ commands }) => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        commands.map(({ name, inputSchema }) => [
          `/services/{id}/${name}`,
          { post: { requestBody: { content: { 'application/json': { schema: inputSchema } } } } },
        ]),
      ),
    })),
  ],
  [
    'capabilities as MCP tools',
    capabilities(({ commands }) => ({
      tools: commands.map(({ name, inputSchema }) => ({ name: `shop_${name}`, inputSchema })),
    })),
  ],
  ['results in an envelope', shaped(/^POST \/services\//, (result) => ({ status: 'done', result, errors: [] }))],
  [
    'refused bodies with 200 and errors',
    on(/^POST \/services\//, (response) =>
      response.status === 400 ? json({ errors: [{ at: '/customer', message: 'is missing' }] }) : response,
    ),
  ],
  [
    'refused bodies with 422',
    on(/^POST \/services\//, (response) =>
      response.status === 400 ? json({ message: 'no' }, { status: 422 }) : response,
    ),
  ],
  [
    'results with 202',
    on(/^POST \/services\//, async (response) =>
      response.status === 200 ? json({ job: 'x1' }, { status: 202 }) : response,
    ),
  ],
  [
    'an empty result',
    on(/^POST \/services\//, (response) => (response.status === 200 ? new Response(null, { status: 204 }) : response)),
  ],
  [
    'capabilities of other connections for any id',
    on(/^GET \/services\/[^/]+\/capabilities$/, (response) =>
      response.status === 404 ? json({ commands: [] }) : response,
    ),
  ],
])('passes every check given %s', async (_what, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it.each<[string, Partial<Conventions>]>([
  ['problem bodies', { errorBody: 'problem' }],
  ['a map of capabilities', { capabilities: 'map' }],
  ['the redirect flow', { connectFlow: 'redirect' }],
  ['the immediate flow', { connectFlow: 'immediate' }],
  ['OPTIONS without content', { optionsAnswer: 'noContent' }],
  ['another MCP path', { mcpPath: '/ai/mcp' }],
  ['another version', { versions: ['2.0', '1.14'] }],
])('passes every check given %s', async (_what, conventions) => {
  expect(
    resultLines(await check((next) => next, conventions), 'fail', 'error', 'blocked', 'insufficientEvidence'),
  ).toEqual([])
})
