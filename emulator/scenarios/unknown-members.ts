import { defineScenario, replaced, type Scenario } from './scenario.ts'

/** Answers that are somebody else's data or schemas, where a further member would change what they mean. */
const foreign: readonly string[] = [
  'configurations.value',
  'configurations.update',
  'services.capabilities',
  'services.invoke',
  'mcp',
]

const extra = { unknown_member: { note: 'clients ignore what they do not know', list: [1, null, 'x'] } }

export const unknownMembers: Scenario = defineScenario({
  name: 'unknown-members',
  clause: '2.4',
  description:
    "Every object of every JSON answer, refusals included, has a member that the client cannot know; configuration values, the Services API and MCP keep theirs, as these are not the API's own objects.",
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

/** @param untouched The member that holds somebody else's data. */
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
