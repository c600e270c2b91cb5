import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listenOnFreePort } from '../../testing/conformance/hostile-target.ts'
import { learnScene } from '../../testing/learn-scene.ts'
import { type HarEntry, harText, recordingHar } from '../../testing/recorded-har.ts'

const { at, config, emulator, run } = learnScene()

it('prints a plan without sending anything, with writes only if the target file allows them', async () => {
  const plan = await run(...config, '--plan')
  expect(plan.stdout).toContain('GET products with limit=2, or limit=1 where that is refused')
  expect(plan.stdout).toMatch(/not asked {2}POST a personal access token: needs --allow-writes/)
  const target = JSON.parse(readFileSync(at('target.json'), 'utf8')) as object
  writeFileSync(at('writes.json'), JSON.stringify({ ...target, allowWrites: true }))
  const writing = await run('--config', at('writes.json'), '--plan')
  expect(writing.stdout).toMatch(/^ {2}write {6}POST a personal access token$/m)
  expect(writing.stdout).toContain('write      POST a group')
  expect([plan.code, writing.code, emulator.requests.size]).toEqual([0, 0, 0])
})

it('prints once a minute what it waits for while the service answers 429, and ends', async () => {
  const service = createServer((_request, response) => void response.writeHead(429, { 'retry-after': '1' }).end())
  const { code, stderr } = await run(await listenOnFreePort(service), ...config, '--max-wait', '1')
  service.close()
  expect(stderr.split('The service answers 429 with Retry-After: waiting 1 s. Send fewer')).toHaveLength(2)
  expect(stderr).toContain('answered every question with 429')
  expect(code).toBe(3)
})

it('exits with 3 when there is no service', async () => {
  expect(await run('http://127.0.0.1:1', '--out', at('none'))).toMatchObject({ code: 3, stdout: '' })
})

it('learns from recorded traffic without sending anything', async () => {
  const entries: HarEntry[] = []
  const record = recordingHar(entries)(emulator.fetch)
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const { catalogId } = emulator.samples
  for (const path of ['environments', `pulse/catalogs/${catalogId}/products`, 'resources?status=odd'])
    await record(new Request(`http://staging.test/1.13/${path}`, { headers }))
  writeFileSync(at('traffic.har'), harText(entries))
  const before = emulator.requests.size
  const plan = await run('--from', at('traffic.har'), '--plan')
  expect(plan.stdout).toContain('The recorded traffic with http://staging.test answers 3 of')
  const { code, stdout } = await run('--from', at('traffic.har'), '--out', at('of-traffic'))
  expect(stdout).toContain('connectFlow: the recorded traffic does not show it')
  expect([code, emulator.requests.size]).toEqual([0, before])
  expect(readdirSync(at('of-traffic'))).toContain('conventions.yaml')
})
