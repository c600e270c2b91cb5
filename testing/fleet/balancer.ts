// The real HAProxy and nginx, with the configuration that `emulator fleet` prints.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runHere } from '../run-here.ts'

/** The balancers that `emulator fleet` prints a configuration for, and the command that its comment names. */
const commands = {
  haproxy: { file: 'haproxy.cfg', command: ['haproxy', '-f', 'haproxy.cfg'] },
  nginx: { file: 'nginx.conf', command: ['nginx', '-p', '.', '-c', 'nginx.conf', '-g', 'daemon off;'] },
} as const

export type BalancerName = keyof typeof commands

export interface Balancer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts a balancer in a directory of its own, in front of workers on these ports. */
export async function startBalancer(
  name: BalancerName,
  directory: string,
  ports: readonly number[],
): Promise<Balancer> {
  const listen = `127.0.0.1:${await freePort()}`
  const printed = await runHere(['fleet', '--print', name, '--workers', String(ports.length)])
  if (printed.code !== 0) throw new Error(printed.stderr)
  mkdirSync(directory, { recursive: true })
  const { file, command } = commands[name]
  const addresses = new Map([['127.0.0.1:4113', listen], ...ports.map(workerAddress)])
  const configuration = printed.stdout.replaceAll(/127\.0\.0\.1:\d+/g, (address) => addresses.get(address)!)
  writeFileSync(join(directory, file), configuration)
  const [program, ...args] = command
  const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const url = `http://${listen}`
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/_fleet/health`).catch(() => undefined)
    if (response?.status === 200) break
    if (child.exitCode !== null || tries > 200) throw new Error(`${name} does not serve: ${output}`)
    await wait(50)
  }
  return {
    url,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const workerAddress = (port: number, index: number): readonly [string, string] => [
  `127.0.0.1:${4114 + index}`,
  `127.0.0.1:${port}`,
]

/** A port for a program that cannot say which one it took. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
