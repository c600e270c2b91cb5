import { defineScenario, replaced, type Scenario } from './scenario.ts'

/** Operations that answer with a user's or an adapter's own data, whose meaning an added member would change. */
const foreign: readonly string[] = [
  'configurations.value',
  'configurations.update',
  'services.capabilities',
  'services.invoke',
  'mcp',
]

const extra = { unknown_member: { note: 'clients ignore unknown members', list: [1, null, 'x'] } }

/** Adds an unknown member to every object. */
export const unknownMembers: Scenario = defineScenario({
  name: 'unknown-members',
  clause: '2.4',
  description:
    'Every object of every JSON answer, including errors, has an unknown member. Configuration values, ' +
    "the Services API and MCP are unchanged, because their objects are not the API's own.",
  begin: () => async (operation, next) => {
    const response = await next()
    const { id } = operation.endpoint
    if (
      (response.ok && foreign.includes(id)) ||
      !/^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
    )
      return response
    const text = await response.text()
    return replaced(
      response,
      text === ''
        ? text
        : JSON.stringify(extended(JSON.parse(text), id.startsWith('configurations.') ? 'value' : undefined)),
    )
  },
})

/** Adds the unknown member to every object. @param untouched The name of the member that holds a user's own data. */
function extended(value: unknown, untouched: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => extended(item, untouched))
  if (typeof value !== 'object' || value === null) return value
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === untouched ? member : extended(member, untouched)]),
    ),
    ...extra,
  }
}
