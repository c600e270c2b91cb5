import { type ClientReport, reportOnTasks } from '../../../conformance/client/judge/client-report.ts'
import { selectRuns } from '../../../conformance/client/judge/select-runs.ts'
import type { ClientDriver } from './driver.ts'
import { assertMembers, type NamesOf } from '../../../emulator/tools/assert-members.ts'
import { assertClientOptions } from './assert-driver.ts'
import { inProcess, type InProcessOptions } from './in-process.ts'
import { virtualTime } from './time/virtual-time.ts'

/** The options for judging a client in process. */
export interface JudgeClientOptions extends InProcessOptions {
  /** The name of the client in the report. Default: `client`. */
  readonly name?: string
  /** Ids of requirements, checks, tasks or scenarios, `*` for any characters. Default: everything. */
  readonly only?: readonly string[]
  /** The checks to leave out, in the same form. */
  readonly skip?: readonly string[]
  /** The number of concurrent runs. Default: 32, because some clients wait in real time. */
  readonly jobs?: number
  /**
   * True if the driver's functions see virtual timers and a virtual clock: if a client waits only for a timer, time
   * jumps there. The process-wide timers are replaced, but only runs of the driver are affected. Default: true.
   */
  readonly virtualTime?: boolean
}

/** The options of judging a client in process, by name. */
export const judgeClientMembers: NamesOf<JudgeClientOptions> = {
  name: true,
  only: true,
  skip: true,
  jobs: true,
  virtualTime: true,
  conventions: true,
  timeout: true,
}

/**
 * Judges a client of the API by what it sends and what its functions return, for every task, input and scenario. It
 * opens no port and starts no process.
 *
 * @example
 * ```ts
 * const report = await judgeClient({
 *   'list-environments': async ({ baseUrl, fetch, credentials }) => {
 *     const headers = { authorization: `Bearer ${credentials.token}` }
 *     const response = await fetch(`${baseUrl}/1.13/environments`, { headers })
 *     if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
 *     const { data } = (await response.json()) as { data: { id: string }[] }
 *     return { ids: data.map(({ id }) => id) }
 *   },
 * })
 * expect(report.summary.fail).toBe(0)
 * ```
 * @returns the report, without secrets. No behaviour of the client makes it reject.
 * @throws KitError `invalid_selection` for a pattern that matches nothing, `invalid_driver`; EmulatorError
 * `invalid_option`.
 */
export async function judgeClient<Client>(
  driver: ClientDriver<Client>,
  options: JudgeClientOptions = {},
): Promise<ClientReport> {
  assertMembers('judgeClient', options, judgeClientMembers)
  assertClientOptions(options)
  const { name = 'client', jobs = 32, only = [], skip = [], virtualTime: isVirtual = true, ...others } = options
  const subject = inProcess(driver, others)
  const selected = selectRuns({ only, skip }, subject)
  const restore = isVirtual ? virtualTime() : undefined
  try {
    return await reportOnTasks(subject, { name, command: [] }, { jobs, ...selected })
  } finally {
    restore?.()
  }
}
