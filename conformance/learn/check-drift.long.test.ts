import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { deviations } from '../../emulator/disturb/deviations/deviations.ts'
import { checkService, documentOf } from '../../testing/checked-service.ts'
import { type Choices, openService } from '../../testing/servers/right/service/open-service.ts'
import { toTarget } from '../target/target-file.ts'
import { hasMoved, isFailing, nameOf } from './drift.ts'

const right = createEmulator()
const target = toTarget(toTargetFile(right, 'http://target.test', true))

/** Requirements that take long ways: a browser, an expiry, or the data of others. */
const farOff: ReadonlySet<string> = new Set([
  'connect-form-posts-to-nowhere',
  'connect-page-forbids-its-form',
  'connect-approval-500',
  'connect-approves-any-code',
  'filters-match-prefixes',
  'cursors-are-offsets',
])

it('names the requirement of each deviation', async () => {
  const before = await documentOf({ target, fetch: right.fetch })
  // All take a minute: every twentieth is asked.
  for (const { name, requirement } of deviations.filter(({ name }, at) => farOff.has(name) || at % 20 === 0)) {
    const moved = createEmulator({ deviations: [name], onError: () => undefined })
    const { drifts, requests } = await checkService(before, { target, fetch: moved.fetch })
    const failing = drifts.filter(isFailing).map(nameOf)
    expect(failing, name).toContain(requirement)
    expect(requests, name).toBeLessThanOrEqual(699)
  }
}, 120_000)

type Moods = NonNullable<Choices['moods']>

const data = { counts: { product: 150, environment: 30, resource: 150, event: 150, group: 60 } }

/** What was true of the service when it was learned, and is true now. */
const moods: readonly (readonly [was: Moods, is: Moods])[] = [
  [{}, { latency: 20, listLag: 1000, lag: 300, createsEvery: 5 }],
  [{}, { latency: 0, listLag: 3000, lag: 300, deletesEvery: 5, quota: 5 }],
  [
    { latency: 200, lag: 1000 },
    { latency: 200, listLag: 1000, lag: 300, createsEvery: 5, quota: 5, skew: 300_000 },
  ],
  [{}, { latency: 20, rate: 60, skew: -300_000, createsEvery: 10, deletesEvery: 7, quota: 2 }],
]

it.each(moods)('finds no drift of a service that has not moved: from %j to %j', async (was, is) => {
  const limits = { maxWait: 300_000 }
  const open = (mood: Moods) => openService({ data, moods: mood }, { withHooks: true, options: { limits } })
  const before = await documentOf(open(was))
  const { drifts } = await checkService(before, open(is))
  expect(drifts.filter(hasMoved)).toEqual([])
})
