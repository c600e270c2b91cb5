// The script runs with a fake npm that answers like the registry.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('audit-bundled.mjs', import.meta.url))

/** Runs the script for one bundled package with an npm that prints `answer`. */
function audit(answer: unknown): { readonly status: number | null; readonly stdout: string; readonly lock: unknown } {
  const directory = mkdtempSync(join(tmpdir(), 'audit-test-'))
  try {
    const bill = join(directory, 'sbom.json')
    writeFileSync(bill, JSON.stringify({ components: [{ name: '@a/b', version: '1.2.3' }] }))
    const bin = join(directory, 'bin')
    mkdirSync(bin)
    writeFileSync(join(directory, 'answer.json'), JSON.stringify(answer))
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh\ncp package-lock.json '${directory}/lock.json'\ncat '${directory}/answer.json'\n`,
    )
    chmodSync(join(bin, 'npm'), 0o755)
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
    const { status, stdout } = spawnSync(process.execPath, [script, bill], { env, encoding: 'utf8' })
    return { status, stdout, lock: JSON.parse(readFileSync(join(directory, 'lock.json'), 'utf8')) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

it('fails for a bundled package with a known vulnerability, and asks about the bundled version', () => {
  const found = { name: '@a/b', severity: 'high', via: [{ title: 'Prototype pollution' }] }
  const { status, stdout, lock } = audit({ vulnerabilities: { '@a/b': found } })
  expect(status).toBe(1)
  expect(stdout).toBe('@a/b 1.2.3: high: Prototype pollution\n1 bundled packages, 1 with known vulnerabilities.\n')
  expect(lock).toMatchObject({ packages: { 'node_modules/@a/b': { version: '1.2.3' } } })
})

it('passes without a vulnerability, and says so when the registry answers no audits', () => {
  expect(audit({ vulnerabilities: {} })).toMatchObject({ status: 0, stdout: expect.stringContaining(', 0 with') })
  expect(audit({ message: '405 Method Not Allowed' })).toMatchObject({
    status: 0,
    stdout: 'Not audited: 405 Method Not Allowed.\n',
  })
})
