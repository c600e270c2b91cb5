// Sets up a fresh clone: installs the dependencies, and by option a Chromium (--browser) and dist/, if it is out of
// date (--build) or missing (--first-build). Plain JavaScript for any Node, as nothing is installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program with its output on stderr, because standard output belongs to the next script. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages
  } catch {
    return undefined
  }
}

const node = `${root}node_modules/.bin/node`

/**
 * Returns true if node_modules matches package-lock.json, by the list that npm writes there last. An install without
 * scripts lacks the program of the package `node`: its link in .bin is broken.
 */
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !installed || !existsSync(node)) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === '' || optional || devOptional || peer || installed[path]?.version === version,
  )
}

/** Returns true if dist/ was built from the current sources, which halves the start time of bin/emulator.js. */
function isBuilt() {
  try {
    return JSON.parse(readFileSync(`${root}dist/sources.json`, 'utf8')).every(([file, size, mtimeMs]) => {
      const stat = statSync(`${root}${file}`)
      return stat.size === size && stat.mtimeMs === mtimeMs
    })
  } catch {
    return false
  }
}

if (!isInstalled()) {
  console.error('Installing what package-lock.json asks for …')
  const npm = process.env.npm_execpath
  // Warnings about package engines concern the Node that runs npm. The scripts run in another one.
  const ci = ['ci', '--loglevel', 'error']
  const done = npm ? run(process.execPath, [npm, ...ci]) : run('npm', ci)
  if (!done) {
    console.error('npm ci failed: see above. The dependencies come from the registry that npm is configured for.')
    process.exit(1)
  }
}
if (!existsSync(node)) {
  console.error('npm ci installed no Node: its install scripts are switched off. Run npm ci --ignore-scripts=false.')
  process.exit(1)
}
if (process.argv.includes('--browser')) run(node, [`${root}.ci/ensure-chromium.ts`])
const isFirst = process.argv.includes('--first-build') && !existsSync(`${root}dist/sources.json`)
if (isFirst || (process.argv.includes('--build') && !isBuilt())) {
  console.error('Building dist/ …')
  const tsdown = [`${root}node_modules/tsdown/dist/run.mjs`, '--config', '.ci/tsdown.config.ts', '--logLevel', 'error']
  if (!run(node, tsdown)) process.exit(1)
}
