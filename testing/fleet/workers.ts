// Workers of a fleet as processes of the command line, each with a data file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cli, runCli } from '../run-cli.ts'
import type { Credentials } from '../../emulator/model/contract/credentials.ts'

/** A worker process. */
export interface Worker {
  readonly port: number
  readonly credentials: Credentials
  /** Kills it as a crash would, and waits for its end. */
  readonly kill: () => Promise<void>
  /** Starts it anew on its port, with its data file. */
  readonly restart: () => Promise<void>
  /** Resident memory in bytes. */
  readonly memory: () => number
  /** The names of its worlds, without the default one. */
  readonly worlds: () => Promise<readonly string[]>
}

/** Starts a worker on a free port. */
export async function startWorker(directory: string, index: number): Promise<Worker> {
  const args = ['start', '--json', '--data', join(directory, `worker-${index + 1}.db`)]
  let cli: Cli
  const start = async (port: number) => {
    cli = runCli([...args, '--port', String(port)])
    const [line] = await cli.printed(/^\{.*\}\n/)
    return JSON.parse(line) as { url: string; credentials: Credentials }
  }
  const { url, credentials } = await start(0)
  const port = Number(new URL(url).port)
  return {
    port,
    credentials,
    kill: async () => {
      cli.child.kill('SIGKILL')
      await cli.ended
    },
    restart: async () => void (await start(port)),
    memory: () => {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${cli.child.pid}/status`, 'utf8'))!
      return Number(kilobytes) * 1024
    },
    worlds: async () => {
      const listed = (await (await fetch(`${url}/_emulator/worlds`)).json()) as { name: string }[]
      return listed.map(({ name }) => name).filter((name) => name !== 'default')
    },
  }
}
