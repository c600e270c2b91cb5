import Type from 'typebox'
import { scenarioNamed, scenarios } from '../scenarios/scenarios.ts'
import type { World } from '../world/world.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const Scenario = Type.Object(
  { name: Type.String(), clause: Type.String(), description: Type.String(), playing: Type.Boolean() },
  { title: 'Scenario', additionalProperties: false },
)
const answers = [
  { status: 200, description: 'Every scenario, and whether it is playing.', schema: Type.Array(Scenario) },
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

/** Shows and changes the playing scenarios. */
export const scenarioEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'scenarios.list',
    method: 'GET',
    path: '/scenarios',
    summary: 'Lists the scenarios: situations that the specification allows and clients tend to overlook.',
    answers,
    handle: ({ world }) => listed(world),
  }),
  defineControl({
    id: 'scenarios.set',
    method: 'PUT',
    path: '/scenarios',
    summary: "Starts these scenarios in the request's world and ends all others. A refused request changes nothing.",
    answers,
    body: Type.Array(Type.String()),
    handle: ({ world, body }) => {
      world.scenarios.set(body.map((name) => scenarioNamed(name).name))
      return listed(world)
    },
  }),
  defineControl({
    id: 'scenarios.clear',
    method: 'DELETE',
    path: '/scenarios',
    summary: 'Ends all scenarios.',
    answers: [{ status: 204, description: 'No scenario is playing.' }],
    handle: ({ world }) => {
      world.scenarios.clear()
      return { status: 204 }
    },
  }),
]
