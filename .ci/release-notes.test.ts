import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
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

it.each([
  ['a tag of another version', 'v1.1.0', '1.2.0', 'The tag v1.1.0 is not v1.2.0, the version of package.json.'],
  ['a tag without v', '1.2.0', '1.2.0', 'The tag 1.2.0 is not v1.2.0'],
  ['a version without notes', 'v1.3.0', '1.3.0', 'CHANGELOG.md has no notes for 1.3.0. Rename "Unreleased" to'],
])('refuses %s', (_what, tag, version, message) => {
  expect(() => releaseNotes(tag, version, changelog)).toThrow(message)
})

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}

it('releases what was checked and packed once, by scripts that are there, from actions that are pinned', () => {
  const text = readFileSync(new URL('../.github/workflows/release.yml', import.meta.url), 'utf8')
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> }
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const named = steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!),
  )
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  for (const { uses } of steps) expect(uses ?? 'a/b@v1').toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
  expect(jobs['npm']!.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  expect(steps.filter(({ run = '' }) => run.includes('npm publish')).map(({ run }) => run)).toEqual([
    'npm publish --provenance --access public ./*.tgz',
  ])
})
