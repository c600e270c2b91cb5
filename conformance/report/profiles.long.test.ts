import { expect, it } from 'vitest'
import { openWithout } from '../../testing/conformance/partial-service.ts'
import { offers } from '../catalogue/profiles.ts'

it.each(offers)(
  'finds a service without %s conformant to the rest, whatever its target file declares',
  async (offer) => {
    expect(await openWithout(offer)).toEqual([])
  },
)

const pairs = offers.flatMap((offer, index) => offers.slice(index + 1).map((other) => [offer, other] as const))

it.each(pairs)('finds a service without %s and %s conformant to the rest', async (offer, other) => {
  expect(await openWithout(offer, other)).toEqual([])
})
