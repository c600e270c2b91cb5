import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { releaseNotes } from './release-notes.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Something later.

## [1.2.0] - 2026-11-26

### Fixed

- A bug.

## [1.1.0] - 2026-01-01

- Older.
`

it('takes the notes of a release from its section of the changelog', () => {
  expect(releaseNotes('v1.2.0', '1.2.0', changelog)).toBe('### Fixed\n\n- A bug.')
})

it('has notes for the version of the package', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  expect(releaseNotes(`v${version}`, version, read('CHANGELOG.md'))).toMatch(/^- /m)
})

it.each([
  ['a tag of another version', 'v1.1.0', '1.2.0', 'The tag v1.1.0 is not v1.2.0, the version of package.json.'],
  ['a tag without v', '1.2.0', '1.2.0', 'The tag 1.2.0 is not v1.2.0'],
  ['a version without notes', 'v1.3.0', '1.3.0', 'CHANGELOG.md has no notes for 1.3.0. Rename "Unreleased" to'],
])('refuses %s', (_what, tag, version, message) => {
  expect(() => releaseNotes(tag, version, changelog)).toThrow(message)
})
