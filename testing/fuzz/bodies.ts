// Bodies that an endpoint may accept.
import fc from 'fast-check'
import type { Endpoint } from '../../emulator/model/contract/endpoint.ts'
import { exampleAdapters } from '../../fixtures/adapters/adapters.ts'
import type { Pairs } from './addresses.ts'
import { fromSchema } from './from-schema.ts'
import { toolCalls } from './mcp-messages.ts'

const commands = [...exampleAdapters].flatMap(({ commands: all }) => all)

const form = (members: Pairs) =>
  members.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

const grants: fc.Arbitrary<Pairs> = fc.constantFrom<Pairs>(
  [['grant_type', 'client_credentials']],
  [
    ['grant_type', 'client_credentials'],
    ['scope', 'projects:read'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '{{refresh:0}}'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '{{refresh:1}}'],
    ['scope', 'projects:read nothing'],
  ],
  [['grant_type', 'password']],
)

const newToken = fc.record({
  name: fc.constantFrom('CI', '{{canary}}', 'Ünï'),
  scopes: fc.constantFrom<unknown>(
    ['projects:read'],
    [{ resource: 'projects', action: 'read' }],
    ['environments:read', 'flows:write'],
    ['x'],
  ),
  expires_at: fc.constantFrom<unknown>('{{in30days}}', '2020-01-01T00:00:00Z', 5, '{{in30daysSeconds}}', null),
})

/** A body that the endpoint may accept; undefined for none. */
export function bodyOf(endpoint: Endpoint): fc.Arbitrary<{ readonly text: string; readonly type: string } | undefined> {
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((broken) => ({ text: JSON.stringify(broken) ?? 'null', type: 'application/json' }))
  if (endpoint.id === 'oauth.token')
    return fc.tuple(grants, fc.boolean()).map(([members, inForm]) => ({
      text: form(inForm ? [...members, ['client_id', '{{clientId}}'], ['client_secret', '{{clientSecret}}']] : members)
        .replaceAll('%7B', '{')
        .replaceAll('%7D', '}')
        .replaceAll('%3A', ':'),
      type: 'application/x-www-form-urlencoded',
    }))
  if (endpoint.bodyType === 'form')
    return fc
      .constantFrom('decision=approve', 'decision=deny', 'decision=', 'decision=approve&decision=deny')
      .map((text) => ({
        text,
        type: 'application/x-www-form-urlencoded',
      }))
  if (endpoint.id === 'access-tokens.create') return json(newToken)
  if (endpoint.id === 'mcp') return json(toolCalls)
  if (endpoint.id === 'services.invoke')
    return json(fc.constantFrom(...commands).chain((command) => fromSchema(command.body as object)))
  return endpoint.body === undefined ? fc.constant(undefined) : json(fromSchema(endpoint.body as object))
}
