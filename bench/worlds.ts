import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createEmulator } from '../emulator/create-emulator.ts'
import { median, microseconds, milliseconds, printTable } from './measure.ts'

/**
 * Measures the cost of creating an emulator and of forking, resetting and dropping worlds, by the number of products,
 * and the memory per product and per world. Each size runs in its own process.
 */
const scales = [250, 1_000, 1_000_000]

interface Result {
  readonly first: number
  readonly next: number
  readonly rss: number
  readonly recordBytes: number
  readonly fork: number
  readonly reset: number
  readonly create: number
  readonly worldBytes: number
  readonly writtenWorldBytes: number
}

const scale = process.argv[2]
if (scale === undefined) {
  const rows = scales.map((size) => {
    const runs = Array.from({ length: size > 10_000 ? 1 : 5 }, () => measureInProcess(size))
    const of = (name: keyof Result) => median(runs.map((run) => run[name]))
    return [
      size,
      of('first'),
      of('next'),
      of('rss') / 1e6,
      of('recordBytes'),
      of('fork'),
      of('reset'),
      of('create'),
      of('worldBytes'),
      of('writtenWorldBytes'),
    ]
  })
  printTable(
    'Emulators and worlds by number of products',
    [
      'products',
      'create ms',
      'again ms',
      'RSS MB',
      'bytes/product',
      'fork \u00B5s',
      'reset \u00B5s',
      'new world \u00B5s',
      'bytes/world',
      'bytes/world written to',
    ],
    rows.map(([size, ...cells]) => [String(size), ...cells.map((cell) => cell!)]),
  )
} else {
  console.log(JSON.stringify(measureWorlds(Number(scale))))
}

function measureInProcess(size: number): Result {
  return JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), String(size)], { encoding: 'utf8' }),
  ) as Result
}

function measureWorlds(size: number): Result {
  const before = heap()
  const { result: emulator, ms: first } = milliseconds(() => createEmulator({ scale: size }))
  const { rss } = process.memoryUsage()
  const recordBytes = (heap() - before) / size
  const { ms: next } = milliseconds(() => createEmulator({ scale: size }))
  const { worlds } = emulator
  const world = worlds.default
  const count = 1000
  const empty = heap()
  const kept = Array.from({ length: count }, (_, index) => worlds.create(`world-${index}`))
  const worldBytes = (heap() - empty) / count
  for (const each of kept)
    each.replace('catalog_products', { ...each.get('catalog_products', productId(emulator))!, name: 'Changed' })
  const writtenWorldBytes = (heap() - empty) / count
  return {
    first,
    next,
    rss,
    recordBytes,
    worldBytes,
    writtenWorldBytes,
    fork: microseconds(() => emulator.fork()),
    reset: microseconds(() => world.reset()),
    create: microseconds(() => worlds.create('again')),
  }
}

function productId(emulator: ReturnType<typeof createEmulator>): string {
  return emulator.worlds.default.collection('catalog_products').slice({}, 0, 1)[0]!.id
}

function heap(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
