import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

function runKill(...words: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['testing/corpus/run-kill.ts', ...words], { encoding: 'utf8' })
  return { status, stdout }
}

it('runs every deviation that a pattern matches, once, and prints what its check says', () => {
  const { status, stdout } = runKill('legacy-root-2*', 'legacy-root-a-list', 'legacy-root-204')
  expect([...stdout.matchAll(/^legacy-root-[\w-]+: caught/gm)].map(([found]) => found)).toEqual([
    'legacy-root-204: caught',
    'legacy-root-a-list: caught',
  ])
  expect(stdout).toContain('2 of 2 deviations caught.')
  expect(status).toBe(0)
})

it.each([
  ['an unknown name', ['legacy-root-205']],
  ['an unknown law', ['--product', '--law', 'nothing']],
])('exits with 2 for %s', (_what, words) => {
  expect(runKill(...words).status).toBe(2)
})
