import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median, printTable } from './measure.ts'

// Measures how long `emulator start` takes until it answers, beside a Node that does nothing.
const rounds = 21
const binary = fileURLToPath(new URL('../bin/emulator.js', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/** Whether dist/ is current. Otherwise the binary runs the sources. */
function isBuilt(): boolean {
  const list = `${root}dist/sources.json`
  if (!existsSync(list)) return false
  const sources = JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly [
    file: string,
    size: number,
    changed: number,
  ])[]
  return sources.every(([file, size, changed]) => {
    const { size: presentSize, mtimeMs } = statSync(root + file, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: -1 }
    return presentSize === size && mtimeMs === changed
  })
}

/** Milliseconds until a process prints its first line or ends. */
function untilReady(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let taken: number | undefined
    child.stdout.once('data', () => {
      taken = performance.now() - begin
      child.kill('SIGINT')
    })
    child.once('error', reject)
    child.once('exit', () => resolve(taken ?? performance.now() - begin))
  })
}

if (isBuilt()) {
  const results = { node: [] as number[], emulator: [] as number[] }
  for (let round = -2; round < rounds; round++) {
    const [node, emulator] = [await untilReady(['-e', '0']), await untilReady([binary, 'start', '--port', '0'])]
    // The first rounds fill the caches of the file system and of compiled code.
    if (round < 0) continue
    results.node.push(node)
    results.emulator.push(emulator)
  }
  const [node, emulator] = [median(results.node), median(results.emulator)]
  printTable(
    `Ready from a start of the process, median of ${rounds}`,
    ['', 'ms'],
    [
      ['node -e 0', node],
      ['emulator start', emulator],
      ['ratio', emulator / node],
    ],
  )
} else {
  console.log('Not measured: dist/ is missing or older than the sources. Run npm run build first.')
}
