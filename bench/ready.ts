import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../testing/package/install-package.ts'
import { packPackage } from '../testing/package/pack-package.ts'
import { median, printTable } from './measure.ts'

// Measures the start time of the installed package, compared with a bare node:http that listens, and that of a twin
// with an adapter, compared with a start without one. The compile cache comes from a run that was killed as soon as it
// was ready.
const rounds = 21

const bare = `import { createServer } from 'node:http'
const server = createServer((_request, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

const schema = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[0-9A-Za-z]{27}$' } },
  required: ['id'],
}
const command = { description: 'Does.', does: { create: 'calls' }, body: schema, result: schema }
/** The files of a twin, in the form in which `emulator learn` writes them. */
const twin = {
  'emulator.config.yaml': { conventions: 'conventions.yaml', fixtures: './fixtures.yaml', adapter: ['library.yaml'] },
  'conventions.yaml': { listEnvelope: 'items', defaultLimit: 10 },
  'fixtures.yaml': { adapter_connections: [{ name: 'Main', adapter: 'library' }] },
  'library.yaml': {
    name: 'library',
    title: 'Library',
    kind: 'learned',
    commands: ['lend', 'renew', 'return'].map((name) => ({ name, ...command })),
  },
}

/** Milliseconds until a process prints its first line. Then it is killed. */
function timeToReady(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
    let taken: number | undefined
    child.stdout.once('data', () => {
      taken = performance.now() - begin
      // Kills the process early, so that anything not yet written is lost.
      setTimeout(() => child.kill('SIGKILL'), 100)
    })
    child.once('error', reject)
    child.once('exit', () =>
      taken === undefined ? reject(new Error('It ended before it was ready.')) : resolve(taken),
    )
  })
}

const packed = await packPackage()
const installed = await installPackage(packed.tarball)
const scratch = mkdtempSync(join(tmpdir(), 'bench-ready-'))
try {
  const binary = join(installed.alone, 'node_modules/@platform-data/emulator/bin/emulator.js')
  const bareFile = join(scratch, 'bare.mjs')
  writeFileSync(bareFile, bare)
  const env = { ...process.env, NODE_COMPILE_CACHE: join(scratch, 'compiled') }
  for (const [name, content] of Object.entries(twin)) writeFileSync(join(scratch, name), JSON.stringify(content))
  const results = { bare: [] as number[], emulator: [] as number[], twin: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const server = await timeToReady([bareFile], env)
    const emulator = await timeToReady([binary, 'start', '--port', '0'], env)
    const withTwin = await timeToReady([binary, 'start', '--port', '0', '--config', scratch], env)
    // The first round fills the compile cache.
    if (round < 0) continue
    results.bare.push(server)
    results.emulator.push(emulator)
    results.twin.push(withTwin)
  }
  const ratioRow = (name: string, taken: readonly number[], base: readonly number[]) => {
    const ratios = taken.map((time, round) => time / base[round]!)
    return [name, Math.min(...taken) / Math.min(...base), median(ratios)] as const
  }
  printTable(
    `Ready from a start of the process, each killed with SIGKILL, ${rounds} rounds`,
    ['', 'least ms', 'median ms'],
    [
      ['bare node:http', Math.min(...results.bare), median(results.bare)],
      ['emulator start', Math.min(...results.emulator), median(results.emulator)],
      ['emulator --config TWIN', Math.min(...results.twin), median(results.twin)],
      ratioRow('emulator / bare', results.emulator, results.bare),
      ratioRow('TWIN / emulator', results.twin, results.emulator),
    ],
  )
} finally {
  await installed.close()
  rmSync(packed.directory, { recursive: true, force: true })
  rmSync(scratch, { recursive: true, force: true })
}
