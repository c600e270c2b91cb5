// Each promise of SECURITY.md names the tests that hold it.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}SECURITY.md`, 'utf8')
const [promised = ''] = page.split('## Not promised')
const rows = [...promised.matchAll(/^\| (?!promise|-)(.+) \| (.+) \|$/gm)].map(
  ([, promise, tests]) => [promise!, tests!] as const,
)

it('makes one promise a row', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(([promise]) => /\.\s+[A-Z]/.test(promise))).toEqual([])
})

it.each(rows)('names tests that are there for: %s', (_promise, tests) => {
  const files = [...tests.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file!)
  expect(tests === 'Not promised' || files.length > 0).toBe(true)
  expect(files.filter((file) => !existsSync(root + file))).toEqual([])
})
