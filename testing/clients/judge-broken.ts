import { statementText } from '../../conformance/wording/text.ts'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import { clientRequirement } from '../../conformance/client/catalogue/requirements.ts'
import type { ClientVerdict } from '../../conformance/client/conclusions/client-conclusion.ts'
import type { ClientResult } from '../../conformance/client/judge/client-result.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import type { ClientTask } from '../../conformance/client/tasks/task.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import type { BrokenClient } from './broken/broken-client.ts'
import { toDriver } from './careful/driver.ts'

/** The verdict of the judge on a broken client. */
export interface ClientKill {
  readonly name: string
  readonly requirement: string
  /** The check that caught it; undefined where none of those of its requirement did. */
  readonly caughtBy: string | undefined
  /** The other requirements that it did not keep. */
  readonly others: readonly string[]
  /** Faults of the judge itself. */
  readonly errors: readonly string[]
  /** One line for each result that did not pass. */
  readonly remarks: readonly string[]
}

/** The verdict for a requirement that was not kept, by its level. */
const verdicts = { stated: 'fail', implied: 'advice', silent: 'observed' } as const satisfies Record<
  string,
  ClientVerdict
>

/** Has the judge look at a broken client, by the tasks that show its bug. */
export async function judgeBroken(broken: BrokenClient): Promise<ClientKill> {
  const real = virtualTime()
  const tasks = brokenTasks(broken)
  const results = await judgeTasks(inProcess(toDriver(broken.client)), { tasks, jobs: 32 }).finally(real)
  return toKill(broken, results)
}

/** The tasks that show the bug of a broken client. */
export function brokenTasks({ tasks }: BrokenClient): readonly ClientTask[] {
  return clientTasks.filter(({ name }) => tasks.includes(name))
}

/** Summarizes the results of a broken client. */
function toKill({ name, requirement, caughtBy }: BrokenClient, results: readonly ClientResult[]): ClientKill {
  const expected = verdicts[clientRequirement(requirement).level]
  const caught = results.filter((result) => result.requirement === requirement && result.verdict === expected)
  const meant = caught.find(({ check }) => check === (caughtBy ?? requirement)) ?? caught[0]
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'advice')
  const others = new Set(failed.map((result) => result.requirement))
  others.delete(requirement)
  return {
    name,
    requirement,
    caughtBy: meant?.check,
    others: [...others].sort(),
    errors: results.filter(({ verdict }) => verdict === 'error').map(formatClientResult),
    remarks: results.filter(({ verdict }) => notable.has(verdict)).map(formatClientResult),
  }
}

const notable: ReadonlySet<ClientVerdict> = new Set(['fail', 'advice', 'blocked', 'error', 'observed'])

function formatClientResult(result: ClientResult): string {
  const { check, verdict, task, input, scenario } = result
  const where = [task, JSON.stringify(input), scenario].filter((part) => part !== null).join(' ')
  return `${check} ${verdict}, ${where}: ${statementText(result)}`
}
