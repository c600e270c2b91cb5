import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage } from './open-page.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-open-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

it('opens an address by the command of the platform, and ignores its absence', async () => {
  const seen = join(directory, 'seen')
  writeFileSync(join(directory, 'xdg-open'), `#!/bin/sh\necho "$1" > ${seen}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`)
  openPage('http://127.0.0.1:4113/_emulator/', 'linux')
  await expect.poll(() => readFileSync(seen, 'utf8')).toBe('http://127.0.0.1:4113/_emulator/\n')
  vi.stubEnv('PATH', '/nowhere')
  for (const platform of ['linux', 'darwin', 'win32'])
    expect(() => openPage('http://localhost', platform)).not.toThrow()
})
