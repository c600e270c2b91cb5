import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { expect, it, onTestFinished } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

const megabyte = 1_048_576

/** The most memory that a process has had, in megabytes. */
function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

it.skipIf(process.platform !== 'linux')(
  'sends 200,000 products in bounded memory, and loads them with room for the old world and the new one',
  { timeout: 300_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
    const file = join(directory, 'snapshot.json')
    const { child, printed, ended } = runCli(['start', '--port', '0', '--json', '--scale', '200000'])
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    })
    const { url, pid } = JSON.parse((await printed(/^.*\n/))[0]) as { url: string; pid: number }
    const seeded = peakMegabytes(pid)
    const response = await fetch(`${url}/_emulator/snapshot`)
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file))
    const sent = peakMegabytes(pid)
    const size = statSync(file).size / megabyte
    const put = await fetch(`${url}/_emulator/snapshot`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: Readable.toWeb(createReadStream(file)) as never,
      duplex: 'half',
    } as RequestInit)
    expect(put.status).toBe(204)
    const taken = peakMegabytes(pid)
    process.stdout.write(
      `${size.toFixed(0)} MB of JSON; the most memory in MB: seeded ${seeded.toFixed(0)}, after GET ${sent.toFixed(0)}, after PUT ${taken.toFixed(0)}\n`,
    )
    expect(size).toBeGreaterThan(50)
    expect(sent - seeded).toBeLessThan(size)
    expect(taken).toBeLessThan(3 * seeded)
  },
)
