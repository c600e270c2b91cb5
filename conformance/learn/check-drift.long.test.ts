import { expect, it } from 'vitest'
import { checkService, learnDocument } from '../../testing/checked-service.ts'
import { type Choices, openService } from '../../testing/servers/right/service/open-service.ts'
import { openCombination } from '../../testing/servers/right/product/product.ts'
import { hasMoved } from './drift.ts'

type Moods = NonNullable<Choices['moods']>

const data = { counts: { product: 150, environment: 30, resource: 150, event: 150, group: 60 } }

/** Facts about the service when it was learned, and now. */
const moods: readonly (readonly [was: Moods, is: Moods])[] = [
  [{}, { latency: 20, listLag: 1000, lag: 300, createsEvery: 5 }],
  [{}, { latency: 0, listLag: 3000, lag: 300, deletesEvery: 5, quota: 5 }],
  [
    { latency: 200, lag: 1000 },
    { latency: 200, listLag: 1000, lag: 300, createsEvery: 5, quota: 5, skew: 300_000 },
  ],
  [{}, { latency: 20, rate: 60, skew: -300_000, createsEvery: 10, deletesEvery: 7, quota: 2 }],
]

it.each(moods)('finds no drift in an unchanged service: from %j to %j', async (was, is) => {
  const limits = { maxWait: 300_000 }
  const open = (mood: Moods) => openService({ data, moods: mood }, { withHooks: true, options: { limits } })
  const before = await learnDocument(open(was))
  const { drifts } = await checkService(before, open(is))
  expect(drifts.filter(hasMoved)).toEqual([])
})

it('sees no difference in informational answers before the real ones', async () => {
  const [was, is] = [await openCombination({ sendings: 'gzip' }), await openCombination({ sendings: 'early hints' })]
  try {
    const { drifts } = await checkService(await learnDocument(was), is)
    expect(drifts.filter(hasMoved)).toEqual([])
  } finally {
    await Promise.all([was, is].map(({ close }) => close?.()))
  }
})
