import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-memory-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/**
 * The heap limit of a run, in megabytes. Without a limit, V8 decides how much memory a process holds: the same run took
 * 170 MB and 230 MB.
 */
const heap = 80

it('needs at most 80 MB of heap, with reports, against a target with too many products, and says where it stopped', async () => {
  const target = join(directory, 'target.json')
  const server = runCli(['start', '--port', '0', '--scale', '100000', '--target-file', target])
  try {
    await server.printed(/http:\S+/)
    // A HAR file of every exchange takes 20 MB more.
    const reports = ['json', 'junit', 'html', 'markdown'].flatMap((format) => [
      '--report',
      `${format}=${join(directory, `report.${format}`)}`,
    ])
    const { code, stdout, stderr } = await runToEnd(['conformance', '--config', target, ...reports], {
      nodeArgs: [`--max-old-space-size=${heap}`],
      env: { ...process.env, PLATFORM_CHROMIUM: '/nowhere', XDG_STATE_HOME: directory },
    })
    expect(stderr).not.toContain('heap out of memory')
    expect(stdout).toMatch(
      /the end of the list was not reached: the newest \d+ records were looked at[^\n]*: cursors\.complete/,
    )
    expect(Number(/(\d+) requests in/.exec(stdout)?.[1])).toBeLessThan(1600)
    expect(code).toBe(4)
  } finally {
    server.child.kill()
    await server.ended
  }
})
