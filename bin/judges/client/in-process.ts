// Runs a client in the process of the judge: each task in its own world, without a new process or a port.
import type { TaskInput, TaskName } from '../../../conformance/client/tasks/names.ts'
import type { TaskReport } from '../../../conformance/client/tasks/task.ts'
import { type Send, type FetchSemantics, sendAsFetch } from '../../../emulator/integrations/fetch-semantics.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { Clock } from '../../../emulator/world/clock.ts'
import { assertDriver } from './assert-driver.ts'
import { type TaskRun, type HeldSubject, RunWorlds, subjectInPlaces } from './client-worlds.ts'
import type { ClientConnection, ClientDriver } from './driver.ts'
import { reportOutcome } from './report-of.ts'
import { RunBounds } from './run-bounds.ts'
import type { RunTime } from './time/run-time.ts'
import { runInTime, isTimeVirtual } from './time/virtual-time.ts'
import { phraseText } from '../../../conformance/wording/text.ts'
import { phrase } from '../../../conformance/conclusions/phrase.ts'

/** The options for the runs of a driver. */
export interface InProcessOptions {
  /** The dialect of the client: the choices that the specification leaves open. Default: those of the emulator. */
  readonly conventions?: Partial<Conventions>
  /** Milliseconds of real time without a request after which a run ends. Default: 10 seconds. */
  readonly timeout?: number
}

/**
 * Converts a driver to a client under test. Runs may be concurrent.
 * @throws KitError `invalid_driver` for a function whose name is nearly that of a task.
 * @param start The initial time of each world, in milliseconds since 1970. Its data depends on it.
 */
export function inProcess(
  driver: ClientDriver,
  { conventions = {}, timeout = 10_000 }: InProcessOptions = {},
  start: number = new Clock().now(),
): HeldSubject {
  assertDriver(driver)
  const open = () => new RunWorlds(conventions, start)
  const subject = subjectInPlaces(open(), open, (place, taskRun) =>
    drive(driver, taskRun, place.begin(taskRun), timeout),
  )
  return { ...subject, isTimeVirtual }
}

function drive(driver: ClientDriver, taskRun: TaskRun, time: RunTime, timeout: number): Promise<TaskReport> {
  const { task } = taskRun.asked
  if (!driver[task]) return Promise.resolve({ kind: 'notApplicable' })
  return runBounded({ taskRun, time, timeout }, (connection) => openClient(driver, connection)(task, taskRun.input))
}

/** Opens a client. @returns a function that runs a task with it. */
export function openClient(
  driver: ClientDriver,
  connection: ClientConnection,
): (task: TaskName, input: TaskInput) => Promise<TaskReport> {
  const opened = (async (): Promise<unknown> => await driver.open?.(connection))()
  return function doTask(name, input) {
    const work = driver[name] as (context: object) => Promise<unknown>
    const copy = structuredClone(input)
    return reportOutcome(async () => await work.call(driver, { ...connection, input: copy, client: await opened }))
  }
}

/** A run of a client in process. */
export interface BoundedRun {
  readonly taskRun: Pick<TaskRun, 'baseUrl' | 'credentials'> & { readonly fetch: Send }
  readonly time: RunTime
  /** Milliseconds of real time without a request after which it ends. */
  readonly timeout: number
}

/** Runs a client until it reports or the run exceeds its limits. */
export async function runBounded(
  { taskRun, time, timeout }: BoundedRun,
  work: (connection: ClientConnection) => Promise<TaskReport>,
): Promise<TaskReport> {
  const { promise: exceeded, resolve } = Promise.withResolvers<TaskReport>()
  const bounds = new RunBounds(timeout, 'timeout', resolve)
  const fetch = boundedFetch(taskRun, bounds, () => time.touch())
  // A client may store a new token in the object, and the judge compares with the original.
  const credentials = structuredClone(taskRun.credentials)
  try {
    return await runInTime(time, () => Promise.race([exceeded, work({ baseUrl: taskRun.baseUrl, fetch, credentials })]))
  } finally {
    bounds.end()
    time.end()
  }
}

/** The semantics of Node's `fetch`. */
const semantics: FetchSemantics = { abortable: false, repeatable: true, opaqueRedirects: false, type: () => 'basic' }

/**
 * The number of calls that reject after the run. Later calls never settle, because a loop that swallows errors would
 * block the process.
 */
const rejections = 20

/**
 * Makes the `fetch` of one run in process. It follows redirects, as `fetch` does. After the run, it rejects with a
 * TypeError, as `fetch` does offline.
 * @param onActivity Called when a request is sent and when its answer begins.
 */
function boundedFetch(
  { baseUrl, fetch: answer }: { readonly baseUrl: string; readonly fetch: Send },
  bounds: RunBounds,
  onActivity: () => void,
): ClientConnection['fetch'] {
  let rejected = 0
  const ifOver = async (): Promise<void> => {
    if (!bounds.isOver) return
    if (++rejected > rejections) await new Promise(() => {})
    throw new TypeError(`fetch failed: ${phraseText(bounds.timedOut?.why ?? phrase`the run of this task has ended`)}.`)
  }
  const send = async (request: Request): Promise<Response> => {
    bounds.sent(request.method, request.url.replace(baseUrl, ''))
    onActivity()
    await ifOver()
    try {
      return await answer(request)
    } finally {
      bounds.heard()
      onActivity()
    }
  }
  return async (input, init) => {
    await ifOver()
    return await sendAsFetch(send, new Request(input, init), semantics)
  }
}
