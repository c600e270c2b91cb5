// Makes a bare clone ready, before anything is installed: plain JavaScript for whatever Node there is.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program with its output on stderr: standard output belongs to the script that follows. */
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

/** Whether node_modules holds what package-lock.json asks for, by the list that npm writes there when it is done. */
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !installed || !existsSync(`${root}node_modules/.bin`)) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === '' || optional || devOptional || peer || installed[path]?.version === version,
  )
}

if (!isInstalled()) {
  console.error('Installing what package-lock.json asks for …')
  const npm = process.env.npm_execpath
  const done = npm ? run(process.execPath, [npm, 'ci']) : run('npm', ['ci'])
  if (!done) {
    console.error('npm ci failed: see above. The dependencies come from the registry that npm is configured for.')
    process.exit(1)
  }
}
if (process.argv.includes('--browser')) run(`${root}node_modules/.bin/node`, [`${root}.ci/ensure-chromium.ts`])
