import { type Static, Type } from 'typebox'
import { scenarioNamed, scenarios } from '../disturb/scenarios/scenarios.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import type { World } from '../world/world.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const Setting = Type.Object(
  {
    meaning: Type.String({ description: 'The meaning of the number.' }),
    default: Type.Integer({ description: 'The number without =N.' }),
    most: Type.Integer({ description: 'The largest number. The smallest is 1.' }),
    playing: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number that the scenario plays with; null when it does not play.',
    }),
  },
  { title: 'ScenarioSetting', additionalProperties: false },
)
const Scenario = Type.Object(
  {
    name: Type.String(),
    group: Type.String({ description: 'The title of its group.' }),
    clause: Type.String(),
    description: Type.String(),
    setting: Type.Union([Setting, Type.Null()], {
      description: 'The number that it can be given, as NAME=N; null when it takes none.',
    }),
    playing: Type.Boolean(),
  },
  { title: 'Scenario', additionalProperties: false },
)
const answers = [
  { status: 200, description: 'Every scenario, and whether it is playing.', schema: Type.Array(Scenario) },
] as const

/** A scenario as the control API lists it. */
export type ListedScenario = DeepReadonly<Static<typeof Scenario>>

function listScenarios({ scenarios: playing }: World): ControlAnswer {
  return {
    body: scenarios.map((scenario): ListedScenario => {
      const { name, group, clause, description, setting } = scenario
      return {
        name,
        group,
        clause,
        description,
        setting: setting ? { ...setting, playing: playing.settingOf(scenario) ?? null } : null,
        playing: playing.isPlaying(scenario),
      }
    }),
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
    handle: ({ world }) => listScenarios(world),
  }),
  defineControl({
    id: 'scenarios.set',
    method: 'PUT',
    path: '/scenarios',
    summary:
      "Starts these scenarios in the request's world and ends all others. A name may end in =N where the scenario takes a number. A refused request changes nothing.",
    answers,
    body: Type.Array(Type.String()),
    handle: ({ world, body }) => {
      world.scenarios.set(body.map((name) => scenarioNamed(name).name))
      return listScenarios(world)
    },
  }),
  defineControl({
    id: 'scenarios.clear',
    method: 'DELETE',
    path: '/scenarios',
    summary: 'Ends all scenarios.',
    answers: [{ status: 204, description: 'No scenario is playing.' }],
    handle: ({ world }) => world.scenarios.clear(),
  }),
]
