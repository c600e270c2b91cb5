import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Server as SocketServer, Socket } from 'node:net'
import { expect } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { checks } from '../../conformance/checks/checks.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { runConformance } from '../../conformance/judge/run-conformance.ts'
import { toTarget } from '../../conformance/target/target-file.ts'
import type { SenderLimits } from '../../conformance/send/sender.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'

const servers: (Server | SocketServer)[] = []
const sockets = new Set<Socket>()

/** Closes every server and connection. */
export async function closeServers(): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
}

/** Starts a server on a free port. */
export async function listenOnFreePort(server: Server | SocketServer): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts an HTTP server with one way to answer. */
export const serving = (answer: RequestListener): Promise<string> => listenOnFreePort(createServer(answer))

const small: Partial<SenderLimits> = { timeout: 150, maxBytes: 200_000, maxRequests: 600, maxWait: 0 }

/** Runs the whole kit, with everything declared, against a URL. */
export async function checkUrl(baseUrl: string, limits: Partial<SenderLimits> = {}): Promise<RunResult> {
  return await runConformance({
    target: toTarget(toTargetFile(createEmulator(), baseUrl, true)),
    checks,
    limits: { ...small, ...limits },
  })
}

/** Expects that nothing is blamed on the kit, nothing passes, and each check has a verdict. */
export function expectUnproven(result: RunResult, ...verdicts: readonly string[]): void {
  const concluded = new Set<string>(result.results.map(({ verdict }) => verdict))
  expect(
    result.results
      .filter(({ verdict }) => verdict === 'error' || verdict === 'pass')
      .map(({ check: id, verdict, message }) => `${id} ${verdict} ${message}`),
  ).toEqual([])
  for (const verdict of verdicts) expect(concluded).toContain(verdict)
  expect(result.results.length).toBe(checks.length)
  expect(result.requests).toBeLessThanOrEqual(600)
}

/** The different messages of a run. */
export const joinMessages = (result: RunResult): string =>
  [...new Set(result.results.map(({ message }) => message))].join('\n')

/** The headers of a JSON answer. */
export const json = { 'content-type': 'application/json' }
