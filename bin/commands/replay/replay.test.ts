import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../../testing/run-cli.ts'
import { replay } from '../replay.ts'
import { readReplayed } from './read-replayed.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function written(name: string, value: unknown): string {
  const file = join(directory, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

it('opens a report in the console, and sends nothing to the service that it is about', async () => {
  let asked = 0
  const service = createServer((_request, response) => {
    asked++
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const exchange = { request: { method: 'GET', url: `${baseUrl}/a`, headers: {} }, response: { status: 500 } }
  const result = { check: 'a.b', requirement: 'a', verdict: 'fail', message: 'no', evidence: [exchange] }
  const report = { target: { baseUrl }, summary: { pass: 0, fail: 1 }, results: [result] }
  const { child, printed, ended, output } = runCli(['replay', written('report.json', report)])
  try {
    const [, page] = await printed(/(http\S+)#\/file\?served=1\n/)
    expect(output.stdout).toContain(`report.json is about ${baseUrl}: 1 fail.`)
    const opened = await (await fetch(`${page}file`)).json()
    expect(opened).toEqual({ name: 'report.json', content: report })
    const html = await fetch(page!, { headers: { accept: 'text/html' } })
    expect(html.headers.get('content-type')).toContain('text/html')
    expect(asked).toBe(0)
  } finally {
    child.kill('SIGTERM')
    service.close()
  }
  expect(await ended).toBe(0)
})

it('opens the report of a proxy, which holds two', () => {
  const report = { summary: { fail: 1 }, results: [] }
  const content = { kind: 'proxy', service: report, client: report }
  expect(readReplayed(written('proxy.json', content))).toEqual({ kind: 'report', name: 'proxy.json', content })
})

it.each([
  [{ kind: 'proxy', service: {}, client: null }, 'is JSON of another kind'],
  [[], 'is JSON of another kind'],
  [{ results: [] }, 'is JSON of another kind'],
  ['<html>', 'is not JSON'],
])('refuses %j and says what it takes', async (content, message) => {
  const refused = replay({ file: written('other.json', content) })
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toThrow('replay takes a case (FILE.case.gz) or a JSON report')
})

it('refuses a call without a file, and a file that is not there', async () => {
  await expect(replay({})).rejects.toThrow('replay needs a file, as in:')
  await expect(replay({ file: join(directory, 'none.json') })).rejects.toThrow('there is no such file')
})
