import { expect, it } from 'vitest'
import { product } from '../../../testing/product/product.ts'
import { deviatingSubject, emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { CheckId } from '../../catalogue/check-requirements.ts'

const only: readonly CheckId[] = ['legacy.projects.key-bound', 'legacy.groups-post.together']

it('finds nothing wrong with the key and the new groups of the emulator', async () => {
  const result = await runKit(emulatorSubject(), { only })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
})

it.each<readonly [fault: string, check: CheckId]>([
  ['legacy-project-of-the-key-with-other-parameter/legacy.projects/another-beside', 'legacy.projects.key-bound'],
  ['legacy-project-of-the-key-from-the-third/legacy.projects/another-instead', 'legacy.projects.key-bound'],
  ['legacy-group-is-posted-api-key/legacy.groups.create/another-status', 'legacy.groups-post.together'],
  ['legacy-group-is-posted-prefixed-id/legacy.groups.create/without-status', 'legacy.groups-post.together'],
  ['legacy-group-is-posted-both-places/legacy.groups.create/refused-415', 'legacy.groups-post.together'],
])('fails given %s: %s', async (name, check) => {
  const fault = product.find((candidate) => candidate.name === name)!
  const { results } = await runKit(deviatingSubject({ ...fault, caughtBy: '' }), { only: [check] })
  expect(results.filter(({ verdict }) => verdict === 'fail').map((result) => result.check)).toContain(check)
})
