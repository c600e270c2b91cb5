import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Curve, fitGrowth, toCharts } from './growth/chart.ts'
import { measureSize } from './growth/measure-size.ts'
import { printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

/**
 * Measures how costs grow with the number of products, each size in a separate process, and classifies and draws the
 * curves. The lowest of several runs counts, because the machine may be busy.
 */
const sizes = [1_000, 10_000, 100_000, 1_000_000]
const runs = Number(process.env['RUNS'] ?? 3)

/** Milliseconds and bytes until `emulator start` prints its first line. */
function measureReady(size: number): Promise<Readonly<Record<string, number>>> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const binary = fileURLToPath(new URL('../bin/emulator.js', import.meta.url))
    const child = spawn(process.execPath, [binary, 'start', '--port', '0', '--scale', String(size)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout.once('data', () => {
      const ready = performance.now() - begin
      const memory = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
      child.kill('SIGKILL')
      resolve({ 'ready, ms': ready, 'memory, MB': memory })
    })
    child.once('error', reject)
  })
}

function measureApart(size: number): Readonly<Record<string, number>> {
  const args = ['--expose-gc', fileURLToPath(import.meta.url), String(size)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<string, number>
}

const asked = process.argv[2]
if (asked !== undefined) console.log(JSON.stringify(measureSize(Number(asked))))
else await measureAll()

async function measureAll(): Promise<void> {
  const least = new Map<string, number[]>()
  for (const [place, size] of sizes.entries())
    for (let run = 0; run < runs; run++)
      for (const [name, value] of Object.entries({ ...(await measureReady(size)), ...measureApart(size) })) {
        const values = least.get(name) ?? []
        values[place] = Math.min(values[place] ?? Infinity, value)
        least.set(name, values)
      }
  const curves: readonly Curve[] = [...least].map(([name, values]) => ({ name, values }))
  const title = 'Growth from a thousand to a million products'
  const headings = ['', ...sizes.map((size) => size.toLocaleString('en')), 'exponent', 'shape']
  const rows = curves.map(({ name, values }) => {
    const { exponent, shape } = fitGrowth(sizes, values)
    return [name, ...values, exponent.toFixed(2), shape]
  })
  printTable(title, headings, rows)
  writeFileSync(fileURLToPath(new URL('growth.svg', import.meta.url)), toCharts(sizes, curves))
  writeResults('growth', title, [
    `The least of ${runs} runs. A time is in microseconds unless it says otherwise; "cold" is the first in a process,`,
    'with its compilation. The exponent is that of the power of the number of products which fits best.',
    '',
    ...markdownTable(headings, rows),
    '',
    `![${title}](growth.svg)`,
  ])
}
