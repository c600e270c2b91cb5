import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ClientAuth, ClientSecretBasic, ClientSecretPost } from 'oauth4webapi'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installDebian } from '../../testing/debian.ts'
import { type Balancer, type BalancerName, startBalancer } from '../../testing/fleet/balancer.ts'
import { BusyClients } from '../../testing/fleet/busy-clients.ts'
import { startWorker, type Worker } from '../../testing/fleet/workers.ts'
import { type Naming, WorldClient } from '../../testing/fleet/world-client.ts'

const [workerCount, worldCount, clientCount] = [4, 300, 50]
const namings: readonly Naming[] = ['path', 'header', 'credentials']

interface Running {
  readonly workers: readonly Worker[]
  readonly balancer: Balancer
}

async function startFleet(name: BalancerName): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-fleet-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const workers = await Promise.all(Array.from({ length: workerCount }, (_, index) => startWorker(directory, index)))
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.kill()))))
  const balancer = await startBalancer(
    name,
    directory,
    workers.map(({ port }) => port),
  )
  onTestFinished(() => balancer.close())
  return { workers, balancer }
}

const memoryOf = (workers: readonly Worker[]) => workers.reduce((sum, worker) => sum + worker.memory(), 0)

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

describe.each<[BalancerName, (secret: string) => ClientAuth]>([
  ['haproxy', ClientSecretBasic],
  // nginx cannot read HTTP Basic.
  ['nginx', ClientSecretPost],
])('%s', (name, authenticate) => {
  const missing = installDebian({ [name]: name, curl: 'curl' })

  it.skipIf(missing)('keeps 300 worlds apart, and loses nothing when a worker is killed', async () => {
    const { workers, balancer } = await startFleet(name)
    const { credentials } = workers[0]!
    const times: number[] = []
    const names = Array.from({ length: worldCount }, (_, index) => `world-${index}`)
    const clients = new Map(
      names.map((world, index) => {
        const naming = namings[index % namings.length]!
        const timed = (milliseconds: number) => void times.push(milliseconds)
        return [world, new WorldClient({ url: balancer.url, world, naming, credentials, authenticate, timed })]
      }),
    )
    let down = new Set<string>()
    let excusedUntil = Number.POSITIVE_INFINITY
    const empty = memoryOf(workers)
    const start = performance.now()
    const isExcused = (world: string) => down.has(world) && performance.now() < excusedUntil
    const crowd = new BusyClients(clients, clientCount, isExcused)
    await crowd.rounds(2)
    const perSecond = (times.length / (performance.now() - start)) * 1000
    const full = memoryOf(workers)
    expect(crowd.errors.slice(0, 5)).toEqual([])
    // Every world is in one worker, and each worker has its share.
    const worldsOf = await Promise.all(workers.map((worker) => worker.worlds()))
    expect(worldsOf.flat().toSorted()).toEqual(names.toSorted())
    for (const worlds of worldsOf) expect(worlds.length).toBeGreaterThan(worldCount / workerCount / 3)

    const victim = worldsOf.findIndex((worlds) => worlds.length === Math.max(...worldsOf.map(({ length }) => length)))
    down = new Set(worldsOf[victim])
    const killed = performance.now()
    await workers[victim]!.kill()
    await wait(300)
    await workers[victim]!.restart()
    const away = performance.now() - killed
    excusedUntil = performance.now() + 5000
    await crowd.rounds(2)
    await crowd.stop()
    expect(crowd.errors.slice(0, 5)).toEqual([])
    const lost = await Promise.all(names.map(async (world) => [world, await clients.get(world)!.lost()] as const))
    expect(lost.filter(([, ids]) => ids.length > 0)).toEqual([])
    const back = await Promise.all(workers.map((worker) => worker.worlds()))
    expect(back.map((worlds) => worlds.toSorted())).toEqual(worldsOf.map((worlds) => worlds.toSorted()))

    const acknowledged = [...clients.values()].reduce((sum, client) => sum + client.acknowledged.length, 0)
    console.log(
      `${name}: ${worldCount} worlds live in ${worldsOf.map(({ length }) => length).join(' + ')}, ` +
        `${Math.round(perSecond)} requests a second by ${clientCount} clients, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${((full - empty) / worldCount / 1024).toFixed(0)} KB a world; a worker with ${down.size} worlds was away for ${away.toFixed(0)} ms: ${crowd.excusedErrors} errors in its worlds, 0 in others, 0 of ${acknowledged} acknowledged objects lost`,
    )
  })
})
