import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackage } from '../testing/package/install-package.ts'
import { packPackage } from '../testing/package/pack-package.ts'
import { median, printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

// Measures the cost of the installed package for a test file: Vitest and Jest load it again for each file. Every round
// runs one fresh process for each row, without a compile cache. The baseline is Node's own first Request and Response.
const rounds = 31
/** The goals: the ratio of all steps together, and the memory in addition to a bare Node, in MB. */
const goal = { ratio: 2.6, memory: 20 }

interface Run {
  /** In milliseconds. */
  readonly import: number
  readonly create: number
  readonly first: number
  readonly all: number
  /** CPU time of all threads during these steps, in milliseconds. */
  readonly cpu: number
  /** Memory of the process at the end, in MB. */
  readonly memory: number
}

const begin = `const times = [performance.now()]
const cpu = process.cpuUsage()`
const end = `times.push(performance.now())
const used = process.cpuUsage(cpu)
const [start, imported = start, created = start] = times.length > 2 ? times : times.slice(0, 1)
console.log(JSON.stringify({
  import: imported - start,
  create: created - imported,
  first: times.at(-1) - created,
  all: times.at(-1) - start,
  cpu: (used.user + used.system) / 1000,
  memory: process.memoryUsage.rss() / 1e6,
}))`
const answer = `times.push(performance.now())
const emulator = createEmulator()
times.push(performance.now())
const response = await emulator.fetch('https://api.example/1.13/environments', {
  headers: { authorization: \`Bearer \${emulator.credentials.token}\` },
})
if (response.status !== 200) throw new Error(\`The first answer has status \${response.status}.\`)
await response.text()`

const packed = await packPackage()
const installed = await installPackage(packed.tarball)
const scratch = mkdtempSync(join(tmpdir(), 'bench-import-'))
try {
  const dist = join(installed.alone, 'node_modules/@platform-data/emulator/dist')
  const programs = {
    'a Request and a Response': `${begin}
const request = new Request('https://api.example/1.13/environments', { headers: { authorization: 'Bearer x' } })
const response = new Response('{}', { headers: { 'content-type': 'application/json' } })
if (request.headers.has('authorization')) await response.text()
${end}`,
    'ES modules': `${begin}
const { createEmulator } = await import(${JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)})
${answer}
${end}`,
    'CommonJS, as Jest loads it': `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${begin}
const { createEmulator } = require(${JSON.stringify(join(dist, 'cjs/index.cjs'))})
${answer}
${end}`,
  }
  const rows = Object.entries(programs).map(([name, text], index) => {
    const file = join(scratch, `${index}.mjs`)
    writeFileSync(file, text)
    return { name, file, runs: [] as Run[] }
  })
  for (let round = -1; round < rounds; round++) {
    for (const { file, runs } of rows) {
      const run = timeImport(file)
      // The first round warms up the file cache.
      if (round >= 0) runs.push(run)
    }
  }
  const [bare] = rows
  const typical = (runs: readonly Run[], of: keyof Run) => median(runs.map((run) => run[of]))
  const ratio = (runs: readonly Run[], of: keyof Run) =>
    median(runs.map((run, round) => run[of] / bare!.runs[round]![of]))
  const title = 'The first answer in process'
  const headings = ['', 'import ms', 'create', 'answer', 'together', '×', 'CPU ms', '×', 'MB', 'more']
  const cells = rows.map(({ name, runs }) => {
    const times = (['import', 'create', 'first', 'all'] as const).map((of) => typical(runs, of))
    const memory = typical(runs, 'memory')
    const more = memory - typical(bare!.runs, 'memory')
    const isBare = runs === bare!.runs
    return [
      name,
      ...(isBare ? ['', ''] : times.slice(0, 2)),
      ...times.slice(2),
      isBare ? '' : ratio(runs, 'all'),
      typical(runs, 'cpu'),
      isBare ? '' : ratio(runs, 'cpu'),
      memory,
      isBare ? '' : more,
    ]
  })
  printTable(`${title}, ${rounds} rounds`, headings, cells)
  writeResults('import', title, [
    `The cost for each test file: import, \`createEmulator()\` and a first list, in a fresh process without a compile cache;`,
    `the medians of ${rounds} rounds, × is the median ratio to Node's own first Request and Response in the same round.`,
    `The goals are ${goal.ratio} together, and at most ${goal.memory} MB more.`,
    '',
    ...markdownTable(headings, cells),
  ])
  const missed = rows
    .slice(1)
    .filter(
      ({ runs }) =>
        ratio(runs, 'all') > goal.ratio || typical(runs, 'memory') - typical(bare!.runs, 'memory') > goal.memory,
    )
  if (missed.length > 0) {
    console.error(`Missed the goals: ${missed.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 1
  }
} finally {
  await installed.close()
  rmSync(packed.directory, { recursive: true, force: true })
  rmSync(scratch, { recursive: true, force: true })
}

function timeImport(file: string): Run {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Run
}
