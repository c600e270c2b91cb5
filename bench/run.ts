import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The benchmarks, in the order in which they run: `npm run bench` runs all, `npm run bench -- NAME ...` some. */
const names = ['store', 'worlds', 'http', 'integrations', 'import', 'ready', 'growth', 'kit', 'peers']

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Expected names of benchmarks: ${names.join(', ')}; got ${unknown.join(', ')}.`)
  process.exit(2)
}
for (const name of asked.length > 0 ? asked : names) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
