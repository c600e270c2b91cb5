// Drives a client by a command, which runs once for each task, input and scenario.
import { phrase } from '../../../../conformance/conclusions/phrase.ts'
import type { Assignment } from '../../../../conformance/client/judge/client-subject.ts'
import type { TaskReport } from '../../../../conformance/client/tasks/task.ts'
import type { Conventions } from '../../../../emulator/model/contract/conventions.ts'
import { serveAnswers } from '../../../../emulator/serve/serve-answers.ts'
import type { RunningServer } from '../../../../emulator/serve/serve-options.ts'
import { ClientWorlds, type TaskRun, type HeldSubject, type RunPlace, subjectInPlaces } from '../client-worlds.ts'
import { Children } from './child.ts'
import { driverVariables, removeProxies } from './environment.ts'
import { type EndedRun, readReport } from './read-report.ts'
import { RepeatedCrashes } from './repeated-crashes.ts'
import { RunBounds } from '../run-bounds.ts'

/** The options for driving a command. */
export interface DriveOptions {
  readonly command: readonly string[]
  readonly conventions: Partial<Conventions>
  /** The environment of the caller. */
  readonly environment: NodeJS.ProcessEnv
  /** Milliseconds without a request after which a run is ended. */
  readonly timeout: number
  /** True to replace the global Request and Response with faster classes. */
  readonly ownsProcess?: boolean
  /** Called after each run. */
  readonly onEnd?: (asked: Assignment, ended: EndedRun) => void
}

/** A command under test. */
export interface DrivenClient {
  readonly subject: HeldSubject
  /** Ends all runs and their processes. Further runs are refused. */
  readonly stop: () => void
  readonly close: () => Promise<void>
}

const stoppedError = () => new DOMException('The run was ended.', 'AbortError')

/** An emulator with its own server. */
interface RunServer extends RunPlace {
  readonly server: RunningServer
}

/**
 * Runs a command for the tasks of the judge. A run rejects with a UsageError if the command cannot be run, or if it
 * ended twice in the same way without doing anything.
 */
export async function driveClient(options: DriveOptions): Promise<DrivenClient> {
  const { command, conventions, environment, timeout, ownsProcess = false, onEnd } = options
  const children = new Children()
  const repeatedCrashes = new RepeatedCrashes(command.join(' '))
  const inherited = removeProxies(environment)
  const all: RunServer[] = []
  let isStopped = false
  const open = async (): Promise<RunServer> => {
    if (isStopped) throw stoppedError()
    const worlds = new ClientWorlds({ conventions })
    const server = await serveAnswers(worlds.emulator, { port: 0, overrideGlobalObjects: ownsProcess, grace: 0 })
    worlds.origin = new URL(server.url).origin
    const runServer = { worlds, server }
    all.push(runServer)
    return runServer
  }

  const work = async ({ worlds }: RunServer, taskRun: TaskRun): Promise<TaskReport> => {
    if (isStopped) throw stoppedError()
    const child = children.run(command, { ...inherited, ...driverVariables(taskRun) })
    const bounds = new RunBounds(timeout, '--timeout', ({ why }) => child.stop(why))
    worlds.transcripts.onRequest = (_world, { method, path, search }) => bounds.sent(method, path + search)
    try {
      const ended = await child.ended
      if (isStopped) throw stoppedError()
      const report = readReport(ended)
      const isUnended = report.kind === 'timeout' && report.cause !== 'printed'
      const reported: TaskReport = isUnended ? (bounds.timedOut ?? report) : report
      const run: EndedRun = { reported, end: ended, stderr: ended.stderr, requests: bounds.requests }
      onEnd?.(taskRun.asked, run)
      repeatedCrashes.look(run)
      return reported
    } finally {
      bounds.end()
      worlds.transcripts.onRequest = undefined
    }
  }

  return {
    subject: subjectInPlaces(await open(), open, work),
    stop: () => {
      isStopped = true
      children.stopAll(phrase`The run was ended.`)
    },
    close: async () => {
      isStopped = true
      children.stopAll(phrase`The run was ended.`)
      await Promise.all(all.map(({ server }) => server.close()))
    },
  }
}
