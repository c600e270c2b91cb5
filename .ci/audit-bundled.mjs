// `npm run audit` asks the registry for known vulnerabilities of the packages whose code is in dist/. `npm audit`
// cannot see them in the published package, so it gets a lock file with the packages of dist/sbom.cdx.json. If the
// registry does not support audits, the script prints a note and exits with 0.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [path = new URL('../dist/sbom.cdx.json', import.meta.url)] = process.argv.slice(2)
const { components } = JSON.parse(readFileSync(path, 'utf8'))
const versions = Object.fromEntries(components.map(({ name, version }) => [name, version]))
const project = { name: 'bundled', version: '0.0.0', dependencies: versions }
const installed = components.map(({ name, version }) => [`node_modules/${name}`, { version }])
const lock = { ...project, lockfileVersion: 3, packages: { '': project, ...Object.fromEntries(installed) } }

const directory = mkdtempSync(join(tmpdir(), 'audit-bundled-'))
try {
  writeFileSync(join(directory, 'package.json'), JSON.stringify(project))
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lock))
  const timeouts = ['--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout } = spawnSync('npm', ['audit', '--json', ...timeouts], { cwd: directory, encoding: 'utf8' })
  const report = JSON.parse(stdout || '{}')
  if (report.vulnerabilities === undefined) {
    console.log(`Not audited: ${report.message ?? report.error?.summary ?? 'npm audit gave no report'}.`)
  } else {
    const found = Object.values(report.vulnerabilities)
    for (const { name, severity, via } of found)
      console.log(
        `${name} ${versions[name]}: ${severity}: ${via.map((advisory) => advisory.title ?? advisory).join('; ')}`,
      )
    console.log(`${components.length} bundled packages, ${found.length} with known vulnerabilities.`)
    process.exitCode = found.length > 0 ? 1 : 0
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
