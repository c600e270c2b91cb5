// The speeds that a user notices, each as the ratio to its baseline, by processor time. The lowest of several
// alternating rounds counts, so that a slow or busy machine affects both in the same way.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { makeFolder } from '../../testing/package/install-package.ts'
import { plainEnvironment, runProgram } from '../../testing/package/pack-package.ts'

const { alone } = inject('packed')
const load = fileURLToPath(new URL('../../bench/load.ts', import.meta.url))

/** Prints the microseconds of each way to answer, the lowest of nine rounds. */
const pages = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createEmulator } from '@platform-data/emulator'
import { serve } from '@platform-data/emulator/node'
import { sendLoad } from ${JSON.stringify(load)}

const emulator = createEmulator({ scale: 100_000 })
const path = '/1.13/pulse/catalogs/' + emulator.samples.catalogId + '/products?limit=20'
const filtered = path + '&brand=Acme&status=active'
const headers = { authorization: 'Bearer ' + emulator.credentials.token }
const ask = async (path) => {
  const response = await emulator.fetch('http://localhost' + path, { headers })
  if (response.status !== 200) throw new Error('Expected 200; got ' + response.status)
  return await response.text()
}
const text = await ask(filtered)
const bare = async () => {
  const request = new Request('http://localhost' + filtered, { headers })
  const init = { headers: { 'content-type': 'application/json', 'x-url': request.url } }
  return await new Response(text, init).text()
}
const { id } = emulator.data.find('catalog_products', { where: { catalog_id: emulator.samples.catalogId } }).at(-100)
const deepest = path + '&starting_after=' + id
const server = await serve(emulator, { port: 0, overrideGlobalObjects: true })
const bareServer = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(JSON.parse(text)))
})
await once(bareServer.listen(0, '127.0.0.1'), 'listening')
const times = (run) => async () => { for (let count = 0; count < 500; count++) await run() }
const send = (url) => () => sendLoad({ url, headers, connections: 4, requests: 500 })
const ways = {
  page: times(() => ask(filtered)),
  bare: times(bare),
  first: times(() => ask(path)),
  deepest: times(() => ask(deepest)),
  served: send(server.url + filtered),
  bareServed: send('http://127.0.0.1:' + bareServer.address().port + filtered),
}
const least = {}
for (let round = 0; round < 9; round++)
  for (const [name, run] of Object.entries(ways)) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    least[name] = Math.min(least[name] ?? Infinity, user + system)
  }
console.log(JSON.stringify(least))
process.exit()
`

it('answers a page in process, over HTTP and deep in a list within a small multiple of the minimum', async () => {
  const folder = makeFolder(alone, { 'pages.mjs': pages })
  const least = JSON.parse(await runProgram(process.execPath, ['pages.mjs'], folder)) as Record<string, number>
  const ratio = (name: string, bare: string) => least[name]! / least[bare]!
  const ratios = {
    'a Request and a Response': ratio('page', 'bare'),
    'a bare node:http': ratio('served', 'bareServed'),
    'the first page': ratio('deepest', 'first'),
  }
  console.log(`A page costs, as a multiple of: ${JSON.stringify(ratios)}`)
  expect(ratios['a Request and a Response']).toBeLessThan(4)
  expect(ratios['a bare node:http']).toBeLessThan(2.5)
  expect(ratios['the first page']).toBeLessThan(2)
})

/** Prints the processor time of the process, in microseconds, in place of its first line, and ends it. */
const untilFirstLine = `data:text/javascript,${encodeURIComponent(`
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = () => {
  const { user, system } = process.cpuUsage()
  write(String(user + system), () => process.kill(process.pid, 'SIGKILL'))
}`)}`

/** Starts a process and returns its first line. The process is killed some time later. */
function firstLine(args: readonly string[], cwd: string, graceMs = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...plainEnvironment, NODE_COMPILE_CACHE: join(cwd, 'compiled') }
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), graceMs)
      text += part.toString()
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}

it.each([
  [
    'is ready',
    [join(alone, 'node_modules/@platform-data/emulator/bin/emulator.js'), 'start', '--port', '0'],
    `import { createServer } from 'node:http'
createServer().listen(0, '127.0.0.1', () => console.log('listens'))`,
    2.5,
  ],
  [
    'gives its first answer in process',
    ['first.mjs'],
    `const response = new Response('{}', { headers: new Request('https://api.example/').headers })
console.log(await response.text())`,
    2.5,
  ],
] as const)(
  '%s within a small multiple of what Node takes, with code compiled by a killed process',
  async (_what, args, bare, most) => {
    const folder = makeFolder(alone, {
      'bare.mjs': bare,
      'first.mjs': `import { createEmulator } from '@platform-data/emulator'
const emulator = createEmulator()
const headers = { authorization: 'Bearer ' + emulator.credentials.token }
const response = await emulator.fetch('https://api.example/1.13/environments', { headers })
console.log(response.status, await response.text())
await new Promise((resolve) => setTimeout(resolve, 5000))`,
    })
    await firstLine(args, folder, 500)
    const least = { bare: Infinity, emulator: Infinity }
    for (let round = 0; round < 7; round++) {
      const timed = (of: readonly string[]) => firstLine(['--import', untilFirstLine, ...of], folder)
      least.bare = Math.min(least.bare, Number(await timed(['bare.mjs'])))
      least.emulator = Math.min(least.emulator, Number(await timed(args)))
    }
    console.log(`emulator ${least.emulator / 1000} ms of processor time, Node ${least.bare / 1000}`)
    expect(least.emulator / least.bare).toBeLessThan(most)
  },
)
