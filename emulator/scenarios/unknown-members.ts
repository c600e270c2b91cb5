import { defineScenario, replaced, type Scenario } from './scenario.ts'

/** Answers that are somebody else's data or schemas, where a further member would change what they mean. */
const foreign: readonly string[] = ['configurations.value', 'services.capabilities', 'services.invoke', 'mcp']

const extra = { unknown_member: { note: 'clients ignore what they do not know', list: [1, null, 'x'] } }

export const unknownMembers: Scenario = defineScenario({
  name: 'unknown-members', clause: '2.4',
  description: 'Every object of every JSON answer has a member that the client cannot know; configuration values, the Services API and MCP keep theirs, as these are not the API\'s own objects.',
  begin: () => async (operation, next) => {
    const response = await next()
    if (foreign.includes(operation.endpoint.id) || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return response
    const text = await response.text()
    return replaced(response, text === '' ? text : JSON.stringify(extended(JSON.parse(text))))
  },
})

function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, extended(member)])), ...extra }
}
