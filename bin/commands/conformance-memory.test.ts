import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-memory-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Reads the peak memory of the process itself: on Linux, `maxRSS` also includes the memory of the parent. */
const meterCode = `
import { existsSync, readFileSync } from 'node:fs'
process.on('exit', () => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  process.stderr.write(\`most memory: \${Math.round(kilobytes / 1024)} MB\\n\`)
})`

it('stays under 200 MB with reports against a target with too many products, and says where it stopped', async () => {
  const target = join(directory, 'target.json')
  const meter = join(directory, 'meter.mjs')
  writeFileSync(meter, meterCode)
  const server = runCli(['start', '--port', '0', '--scale', '100000', '--target-file', target])
  try {
    await server.printed(/http:\S+/)
    // A HAR file of every exchange takes 20 MB more.
    const reports = ['json', 'junit', 'html', 'markdown'].flatMap((format) => [
      '--report',
      `${format}=${join(directory, `report.${format}`)}`,
    ])
    const { code, stdout, stderr } = await runToEnd(['conformance', '--config', target, ...reports], {
      nodeArgs: ['--import', pathToFileURL(meter).href],
      env: { ...process.env, XDG_STATE_HOME: directory },
    })
    expect(Number(/most memory: (\d+) MB/.exec(stderr)?.[1])).toBeLessThan(200)
    expect(stdout).toMatch(
      /the end of the list was not reached: the newest \d+ records were looked at[^\n]*\n +cursors\.complete/,
    )
    expect(Number(/(\d+) requests in/.exec(stdout)?.[1])).toBeLessThan(1600)
    expect(code).toBe(4)
  } finally {
    server.child.kill()
    await server.ended
  }
}, 60_000)
