import Type from 'typebox'
import { type ScenarioName, scenarios } from '../scenarios/scenarios.ts'
import type { World } from '../world/world.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const Scenario = Type.Object(
  { name: Type.String(), clause: Type.String(), description: Type.String(), playing: Type.Boolean() },
  { title: 'Scenario', additionalProperties: false },
)
const answers = [
  { status: 200, description: 'Every scenario, and whether it plays.', schema: Type.Array(Scenario) },
] as const

function listed(world: World): ControlAnswer {
  return {
    body: scenarios.map(({ name, clause, description }) => ({
      name,
      clause,
      description,
      playing: world.scenarios.names.includes(name),
    })),
  }
}

/** Shows and changes the traps for clients. */
export const scenarioEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'scenarios.list',
    method: 'GET',
    path: '/scenarios',
    summary: 'Lists the traps for clients that the emulator can play.',
    answers,
    handle: ({ world }) => listed(world),
  }),
  defineControl({
    id: 'scenarios.set',
    method: 'PUT',
    path: '/scenarios',
    summary: 'Begins these scenarios in the world of the request, and ends all others; a refused name changes nothing.',
    answers,
    body: Type.Array(Type.String()),
    handle: ({ world, body }) => {
      world.scenarios.set(body as readonly ScenarioName[])
      return listed(world)
    },
  }),
  defineControl({
    id: 'scenarios.clear',
    method: 'DELETE',
    path: '/scenarios',
    summary: 'Ends every scenario.',
    answers: [{ status: 204, description: 'None plays.' }],
    handle: ({ world }) => {
      world.scenarios.clear()
      return { status: 204 }
    },
  }),
]
