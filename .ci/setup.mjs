// Makes a bare clone ready: installs the dependencies, and with options a Chromium (--browser) and dist/, where it is
// not up to date (--build) or where it is missing (--first-build).
// Plain JavaScript for any Node, as nothing is installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program with its output on stderr, as standard output belongs to the script that follows. */
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
 * Returns true if node_modules holds what package-lock.json asks for, by the list that npm writes there in the end. An
 * install without scripts leaves out the program of the package `node`: its link in .bin leads nowhere.
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

/** Returns true if dist/ was built from the sources as they are: bin/emulator.js starts in half the time then. */
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
  // Warnings about the engines of packages are of the Node that runs npm. The scripts run in another.
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
