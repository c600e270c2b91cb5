// `npm run mutate -- [FOLDER…] [--sample N] [--seed N]` applies one change at a time to a copy of the sources, runs the
// quick tests that depend on it, and prints the changes that no test notices. It exits with 1 if there are any.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from '../../conformance/judge/random.ts'
import { sampleSeed } from '../../testing/sample.ts'
import { type Mutant, sourceMutants } from './mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const usage =
  'Usage: npm run mutate -- [FOLDER…] [--sample N] [--seed N], as in: npm run mutate -- conformance/judge --sample 20'

interface Site extends Mutant {
  readonly file: string
}

/** All changes in the sources of some folders. @throws Error for a folder without sources. */
function findSites(folders: readonly string[]): readonly Site[] {
  return folders.flatMap((folder) => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    if (files.length === 0) throw new Error(`expected a folder with sources; got ${folder}`)
    return files
      .sort()
      .flatMap((file) =>
        sourceMutants(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
      )
  })
}

function chosen(sites: readonly Site[], sample: number, seed: number): readonly Site[] {
  const random = new Random(seed)
  const shuffled = sites.map((site) => ({ site, at: random.next() })).sort((left, right) => left.at - right.at)
  return shuffled.slice(0, sample).map(({ site }) => site)
}

/** Copies the tree, because a change in the tree itself would remain after a kill. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
  const others = new Set(['node_modules', 'dist', '.git', '.emulator'].map((name) => join(root, name)))
  cpSync(root, copy, { recursive: true, filter: (from) => !others.has(from.replace(/\/$/, '')) })
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(copy, name))
  return copy
}

/** Returns true if a test that depends on the file fails. A change that causes an endless loop counts as noticed. */
function isNoticed({ file, code }: Site, copy: string): boolean {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, code)
  try {
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'related', file, '--run', '--bail=1']
    const options = ['--config', '.ci/vitest.config.ts', '--project', 'quick*', '--reporter=dot']
    const { status } = spawnSync(process.execPath, [...vitest, ...options], {
      cwd: copy,
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, PLATFORM_SAMPLE: String(sampleSeed) },
    })
    return status !== 0
  } finally {
    writeFileSync(path, source)
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '40' }, seed: { type: 'string', default: String(sampleSeed) } },
})
const [sample, seed] = [Number(values.sample), Number(values.seed)]
if (!Number.isInteger(sample) || !Number.isInteger(seed)) {
  console.error(usage)
  process.exit(2)
}
const sites = findSites(positionals.length > 0 ? positionals : ['conformance', 'emulator/api'])
const some = chosen(sites, sample, seed)
console.log(`${some.length} of ${sites.length} changes, seed ${seed}`)
const copy = copyTree()
const survivors: Site[] = []
try {
  for (const site of some) {
    if (isNoticed(site, copy)) continue
    survivors.push(site)
    console.log(`no test notices ${site.file}:${site.line}: ${site.change}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${some.length - survivors.length} of ${some.length} changes noticed.`)
process.exitCode = survivors.length > 0 ? 1 : 0
