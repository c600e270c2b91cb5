// Runs Vitest on a suite: `node .ci/tests.mjs quick|long [--seed N | --all] [options of Vitest]`. A suite with samples
// runs today's part. `--seed N` runs another part, and `--all` runs everything. Plain JavaScript for any Node.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [suite, ...options] = process.argv.slice(2)

/** Removes an option from those for Vitest. Returns its value, or true if it takes none. */
function takeOption(name, hasValue) {
  const index = options.findIndex((option) => option === name || option.startsWith(`${name}=`))
  if (index < 0) return undefined
  const [option] = options.splice(index, 1)
  if (!hasValue) return true
  return option.includes('=') ? option.slice(name.length + 1) : options.splice(index, 1)[0]
}

const takesAll = takeOption('--all', false) === true
const seed = takeOption('--seed', true) ?? process.env.PLATFORM_SAMPLE ?? String(Math.floor(Date.now() / 86_400_000))
if (!takesAll && !/^\d{1,9}$/.test(seed)) {
  console.error(`--seed takes a whole number of at most 9 digits; got ${seed}. Leave it out for the part of today.`)
  process.exit(2)
}
console.error(
  takesAll ? 'Samples: all of them.' : `Samples: seed ${seed}, of the date. \`-- --seed ${seed}\` repeats them.`,
)
const vitest = [
  `${root}node_modules/vitest/vitest.mjs`,
  'run',
  '--config',
  '.ci/vitest.config.ts',
  '--project',
  `${suite}*`,
  ...options,
]
const { status, signal } = spawnSync(`${root}node_modules/.bin/node`, vitest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PLATFORM_SAMPLE: takesAll ? 'all' : seed },
})
if (signal) process.kill(process.pid, signal)
process.exitCode = status ?? 1
