// Right servers whose Services API, MCP endpoint, connect pages or configurations look otherwise.
import type { RightServer } from './right-server.ts'
import { mcpWithSessions, olderMcp, plainMcp } from './service/mcp.ts'
import { type Choices, openService } from './service/open-service.ts'

const served = (name: string, description: string, choices: Choices): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
})

type Commands = Readonly<Record<string, object>>

const list = (commands: Commands, member: string) =>
  Object.entries(commands).map(([name, schema]) => ({ name, [member]: schema }))

/** Moves every nested schema to the definitions. */
function withReferences(commands: Commands): unknown {
  const definitions: Record<string, unknown> = {}
  const moved = (name: string, schema: unknown): unknown => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
    const inner = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(
              Object.entries(value as object).map(([field, member]) => [field, moved(`${name}_${field}`, member)]),
            )
          : value,
      ]),
    )
    if (!('properties' in inner)) return inner
    definitions[name] = inner
    return { $ref: `#/$defs/${name}` }
  }
  return {
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, schema]) => [name, { input: moved(name, schema) }]),
    ),
    $defs: definitions,
  }
}

const page = (text: string, status = 200) =>
  new Response(`<!doctype html><title>${text}</title>`, { status, headers: { 'content-type': 'text/html' } })

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })

/** Right servers with other services, MCP endpoints, connect pages and configurations. */
export const serviceServers: readonly RightServer[] = [
  served('capabilities with references', 'Clause 4.7: the schemas, in whatever form.', {
    capabilities: withReferences,
  }),
  served('capabilities as an OpenAPI document', 'The same.', {
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
              responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
            },
          },
        ]),
      ),
    }),
  }),
  served('capabilities as a list of tools', 'As MCP lists them.', {
    capabilities: (commands) => ({ tools: list(commands, 'inputSchema') }),
  }),
  served('capabilities with schemas as text', 'As by databases that keep JSON as text.', {
    capabilities: (commands) =>
      Object.entries(commands).map(([name, schema]) => ({ name, schema: JSON.stringify(schema) })),
  }),
  served('capabilities with the results too', 'Schemas of results stand beside those of bodies.', {
    capabilities: (commands) => ({
      data: list(commands, 'request').map((command) => ({
        ...command,
        response: { type: 'object', properties: { job: { type: 'string' } }, required: ['job'] },
        deprecated: false,
      })),
    }),
  }),
  served('MCP as JSON', 'Clause 4.8 shows no behaviour: streamable HTTP without sessions.', { mcp: plainMcp }),
  served('MCP with sessions and event streams', 'Streamable HTTP of 2025-03-26.', { mcp: mcpWithSessions(false) }),
  served('MCP with streams that stay open', 'The same; the server keeps the stream for later messages.', {
    mcp: mcpWithSessions(true),
  }),
  served('MCP of 2024-11-05', 'A stream names the address to POST to.', { mcp: olderMcp }),
  served('connect by a redirect', 'Clause 4.3: it completes the connection in the browser.', {
    connect: (isGood, code) =>
      isGood ? redirect(`https://third-party.test/authorize?state=${code}`) : page('Unknown state', 404),
  }),
  served('connect with an error page of status 200', 'As by pages for people. Clause 7 states no status.', {
    connect: (isGood) => page(isGood ? 'Connected' : 'This link has expired.'),
  }),
  served('connect that redirects to the dashboard', 'With the result in the query.', {
    connect: (isGood) => redirect(`/dashboard/connections?result=${isGood ? 'connected' : 'invalid_state'}`),
  }),
  served('the state code as code', 'Clause 4.3: its field name is not shown.', { codeName: 'code' }),
  served('a configuration value alone', 'Clause 4.4: the value at the path.', { configuration: (value) => value }),
  served('a configuration value with its path', 'The same, in an envelope.', {
    configuration: (value, path) => ({ path, value, inherited: false, source: { id: 'default', name: 'Default' } }),
  }),
  served('the project as an object', 'Clause 4.9: project information.', { projects: (project) => project }),
  served('the project as a list for tokens, and an object for keys', 'Clause 4.9: the project the key is bound to.', {
    projects: (project, isKey) => (isKey ? { project } : { results: [project], count: 1 }),
  }),
]
