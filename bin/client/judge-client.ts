import { judgeTasks, type JudgeOptions } from '../../conformance/client/judge/judge-client.ts'
import { type ClientReport, toClientReport } from '../../conformance/client/reports/client-report.ts'
import type { ClientDriver } from './driver.ts'
import { inProcess, type InProcessOptions } from './in-process.ts'
import { virtualTime } from './time/virtual-time.ts'

/** How a client is judged in process. */
export interface JudgeClientOptions extends InProcessOptions, Pick<JudgeOptions, 'onResults'> {
  /** The name of the client in the report. Default: `client`. */
  readonly name?: string
  /** How many runs at a time. Default: 32, as runs wait for each other's sleeps in real time only. */
  readonly jobs?: number
  /**
   * Whether the timers and the clock that the driver's functions see are virtual: when a client waits for nothing but
   * a timer, time jumps there. They are replaced in the process, and act for runs of the driver alone. Default: true.
   */
  readonly virtualTime?: boolean
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
 * @returns the report. It never rejects for what the client does.
 */
export async function judgeClient<Client>(
  driver: ClientDriver<Client>,
  { name = 'client', jobs = 32, onResults, virtualTime: isVirtual = true, ...options }: JudgeClientOptions = {},
): Promise<ClientReport> {
  const real = isVirtual ? virtualTime() : undefined
  try {
    const results = await judgeTasks(inProcess(driver, options), { jobs, ...(onResults && { onResults }) })
    return toClientReport(results, { name, command: [] })
  } finally {
    real?.()
  }
}
