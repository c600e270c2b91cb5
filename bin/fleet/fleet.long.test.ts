import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Credentials } from '../../emulator/model/contract/credentials.ts'
import { installDebian } from '../../testing/debian.ts'
import { type BalancerName, startBalancer } from '../../testing/fleet/balancer.ts'
import { runCli } from '../../testing/run-cli.ts'

/** A worker process with a data file, which survives a kill. */
async function startWorker(file: string, port = '0') {
  const cli = runCli(['start', '--json', '--port', port, '--data', file])
  onTestFinished(() => void cli.child.kill('SIGKILL'))
  const [line] = await cli.printed(/^\{.*\}\n/)
  const { url, credentials } = JSON.parse(line) as { readonly url: string; readonly credentials: Credentials }
  const worlds = async () => {
    const listed = (await (await fetch(`${url}/_emulator/worlds`)).json()) as { readonly name: string }[]
    return listed.map(({ name }) => name).filter((name) => name !== 'default')
  }
  return { ...cli, file, port: new URL(url).port, credentials, worlds }
}

/** The places where a request names a world: an address, and headers with the credential. */
const places: readonly ((world: string, token: string) => readonly [string, Record<string, string>])[] = [
  (world, token) => [`/~${world}/1.13/projects`, { authorization: `Bearer ${token}` }],
  (world, token) => ['/1.13/projects', { authorization: `Bearer ${token}`, 'x-emulator-world': world }],
  (world, token) => ['/1.13/projects', { authorization: `Bearer ${token}~${world}` }],
]

it.each<BalancerName>(['haproxy', 'nginx'])(
  'keeps each world in one worker behind %s, whatever names the world, and its data when the worker is killed',
  async (name) => {
    const missing = installDebian({ [name]: name })
    if (missing) return void console.warn(missing)
    const directory = mkdtempSync(join(tmpdir(), 'emulator-fleet-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const workers = await Promise.all(['a.db', 'b.db', 'c.db'].map((file) => startWorker(join(directory, file))))
    const ports = workers.map(({ port }) => Number(port))
    const balancer = await startBalancer(name, directory, ports)
    onTestFinished(() => balancer.close())
    const { clientId, clientSecret, token } = workers[0]!.credentials
    const names = Array.from({ length: 12 }, (_, index) => `world-${index}`)
    const acknowledged: (readonly [string, string])[] = []
    for (const world of names) {
      for (const place of places) {
        const [path, headers] = place(world, token)
        const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
        const created = await fetch(`${balancer.url}${path}`, { ...init, body: '{"name":"Mine"}' })
        acknowledged.push([world, ((await created.json()) as { id: string }).id])
      }
      const form = { grant_type: 'client_credentials', client_id: `${clientId}~${world}`, client_secret: clientSecret }
      const granted = await fetch(`${balancer.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      expect(granted.status).toBe(200)
    }
    const homes = await Promise.all(workers.map(({ worlds }) => worlds()))
    expect(homes.flat().toSorted()).toEqual(names.toSorted())
    expect(homes.filter((worlds) => worlds.length > 0).length).toBeGreaterThan(1)

    for (const { child, ended, file, port } of workers) {
      child.kill('SIGKILL')
      await ended
      await startWorker(file, port)
    }
    for (const [world, id] of acknowledged) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${balancer.url}/~${world}/1.13/projects/${id}`, { headers })
      expect([world, response.status]).toEqual([world, 200])
    }
  },
)
