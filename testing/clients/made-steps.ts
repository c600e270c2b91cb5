// Steps of a race, made for tests.
import { type RaceRequest, type RaceStep, stepId } from '../../conformance/client/races/step.ts'
import type { TaskName } from '../../conformance/client/tasks/names.ts'

const taskNames: readonly TaskName[] = ['list-environments', 'capabilities']

/** What is told of a request. */
export type MadeRequest = Partial<Omit<RaceRequest, 'name' | 'task' | 'taskName'>>

/** Makes a schedule: `event`, or the name of a request with `served` or `answered`, and `!` where its task ends. */
export function madeSteps(
  requests: Readonly<Record<string, MadeRequest>>,
  ids: readonly string[],
): readonly RaceStep[] {
  const steps = ids.map((id) => id.replace('!', ''))
  const known = new Map(Object.entries(requests).map(([name, facts]) => [name, toRequest(name, facts, steps)]))
  return steps.map((id, index) => {
    const [name = '', kind] = id.split(' ')
    const request = known.get(name)
    const half = kind === 'served' || kind === 'answered' ? kind : 'event'
    return {
      id,
      request,
      effect: { kind: half, request: request?.name, task: request?.task, uses: undefined, token: undefined },
      ended: ids[index]!.endsWith('!') ? [request!.task] : [],
      renewals: 0,
      written: 0,
    }
  })
}

function toRequest(name: string, facts: MadeRequest, steps: readonly string[]): RaceRequest {
  const task = Number(name.split('.')[0]) - 1
  return {
    name,
    task,
    taskName: taskNames[task]!,
    method: 'GET',
    path: '/1.13/environments',
    sentAt: 0,
    servedAt: steps.indexOf(stepId(name, 'served')),
    asks: 'call',
    status: 200,
    unauthenticated: facts.status === 401,
    bearer: 'old',
    exchanges: undefined,
    issued: undefined,
    issuedRefresh: undefined,
    ...facts,
  }
}
