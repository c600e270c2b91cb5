import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gzip } from '../../../emulator/case/gzip.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { listening } from '../../../testing/conformance/hostile-target.ts'
import { runCli } from '../../../testing/run-cli.ts'
import { replay } from '../replay.ts'
import { readReplayed } from './read-replayed.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function written(name: string, content: string | Uint8Array): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

it('opens a report in the console, and sends nothing to the service that it is about', async () => {
  let asked = 0
  const service = createServer((_request, response) => {
    asked++
    response.end()
  })
  const baseUrl = await listening(service)
  const exchange = { request: { method: 'GET', url: `${baseUrl}/a`, headers: {} }, response: { status: 500 } }
  const result = { check: 'a.b', requirement: 'a', verdict: 'fail', message: 'no', evidence: [exchange] }
  const report = { target: { baseUrl }, summary: { pass: 0, fail: 1 }, results: [result] }
  const { child, printed, ended, output } = runCli(['replay', written('report.json', JSON.stringify(report))])
  const [, page] = await printed(/(http\S+)#\/file\?served=1\n/)
  expect(output.stdout).toContain(`report.json is about ${baseUrl}: 1 fail.`)
  expect(await (await fetch(`${page}file`)).json()).toEqual({ name: 'report.json', content: report })
  const html = await fetch(page!, { headers: { accept: 'text/html' } })
  expect(html.headers.get('content-type')).toContain('text/html')
  child.kill('SIGTERM')
  service.close()
  expect([await ended, asked]).toEqual([0, 0])
})

it('opens the report of a proxy, which holds two', () => {
  const report = { summary: { fail: 1 }, results: [] }
  const content = { kind: 'proxy', service: report, client: report }
  const opened = readReplayed(written('proxy.json', JSON.stringify(content)))
  expect(opened).toEqual({ kind: 'report', name: 'proxy.json', content })
})

const savedCase = () => createEmulator().saveCase()
const shop = { name: 'my-shop', title: 'Mine', kind: 'shop', commands: [] }

it.each<[string, () => Promise<Uint8Array>, string | undefined, RegExp]>([
  ['a cut file', async () => (await savedCase()).slice(0, 99), undefined, /odd\.case\.gz: .*cut off or damaged/],
  [
    'a missing adapter',
    () => createEmulator({ adapters: [shop] }).saveCase(),
    undefined,
    /odd\.case\.gz: .*needs the adapter "my-shop" .* got none/,
  ],
  [
    'a deviation that there is not',
    async () =>
      gzip(JSON.stringify(await readCase(await savedCase())).replace('"deviations":[]', '"deviations":["later"]')),
    undefined,
    /odd\.case\.gz: There is no deviation "later"/,
  ],
  ['a request that there is not', savedCase, '5', /The case has 0 requests; got 5\./],
  ['an answer that there is not', savedCase, 'first-4xx', /No request of the case was answered with 4xx\./],
  ['a place that is none', savedCase, 'noon', /--at takes the number of a request, first-4xx, or a time such as/],
])('refuses %s, with a reason', async (_name, make, at, message) => {
  const file = written('odd.case.gz', await make())
  await expect(replay({ file, ...(at === undefined ? {} : { at }) })).rejects.toThrow(message)
})
