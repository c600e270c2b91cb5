import { spawn } from 'node:child_process'
import { request } from 'node:https'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'

const stopping: (() => void)[] = []
afterAll(() => stopping.forEach((stop) => stop()))

/** Starts an emulator with HTTPS whose process may open few files, and returns its URL. */
async function start(mostFiles: number): Promise<URL> {
  const command = `ulimit -n ${mostFiles}; exec "$0" bin/emulator.js start --https --port 0 --json`
  const child = spawn('sh', ['-c', command, process.execPath], { stdio: ['ignore', 'pipe', 'ignore'] })
  stopping.push(() => child.kill('SIGKILL'))
  let printed = ''
  for await (const piece of child.stdout) if ((printed += String(piece)).includes('\n')) break
  return new URL((JSON.parse(printed) as { readonly url: string }).url)
}

/** Resolves with the status of an answer, or with the code of the error. */
function ask(url: URL): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request(new URL('/0/', url), { rejectUnauthorized: false, agent: false, timeout: 5000 }, (response) =>
      resolve(response.resume().statusCode),
    )
    sent.on('timeout', () => sent.destroy()).on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end()
  })
}

it.skipIf(process.platform === 'win32')(
  'answers again soon after 260 silent clients have taken all 220 file descriptors',
  async () => {
    const url = await start(220)
    const silent = Array.from({ length: 260 }, () => connect(Number(url.port), '127.0.0.1'))
    const closed = silent.map(
      (socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', () => resolve('closed'))),
    )
    expect(await ask(url)).not.toBe(200)
    // Ten seconds for those that were accepted, and some for the machine.
    await expect.poll(() => ask(url), { timeout: 40_000, interval: 1000 }).toBe(200)
    expect(new Set(await Promise.all(closed))).toEqual(new Set(['closed']))
  },
)
