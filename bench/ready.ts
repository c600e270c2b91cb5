import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../testing/package/install-package.ts'
import { packPackage } from '../testing/package/pack-package.ts'
import { median, printTable } from './measure.ts'

// Measures the start time of the installed package, compared with a bare node:http that listens. The compile cache
// comes from a run that was killed as soon as it was ready.
const rounds = 21

const bare = `import { createServer } from 'node:http'
const server = createServer((_request, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

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
  const results = { bare: [] as number[], emulator: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const [server, emulator] = [
      await timeToReady([bareFile], env),
      await timeToReady([binary, 'start', '--port', '0'], env),
    ]
    // The first round fills the compile cache.
    if (round < 0) continue
    results.bare.push(server)
    results.emulator.push(emulator)
  }
  const ratios = results.emulator.map((taken, round) => taken / results.bare[round]!)
  printTable(
    `Ready from a start of the process, each killed with SIGKILL, ${rounds} rounds`,
    ['', 'least ms', 'median ms'],
    [
      ['bare node:http', Math.min(...results.bare), median(results.bare)],
      ['emulator start', Math.min(...results.emulator), median(results.emulator)],
      ['ratio', Math.min(...results.emulator) / Math.min(...results.bare), median(ratios)],
    ],
  )
} finally {
  await installed.close()
  rmSync(packed.directory, { recursive: true, force: true })
  rmSync(scratch, { recursive: true, force: true })
}
