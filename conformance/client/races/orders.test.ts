import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Random } from '../../judge/random.ts'
import { type ChosenStep, Orders } from './orders.ts'

/** Plays actors whose steps have one order each, as `0.1`, until every order was chosen. */
function ordersOf(counts: readonly number[], { seed = 1, most = Infinity } = {}): readonly string[] {
  const orders = new Orders(new Random(seed))
  const played: string[] = []
  while (!orders.isComplete && played.length < most) {
    const done = counts.map(() => 0)
    const chosen: ChosenStep[] = []
    for (;;) {
      const offered = counts.flatMap((count, actor) => (done[actor]! < count ? [`${actor}.${done[actor]}`] : []))
      if (offered.length === 0) break
      const id = orders.choose(offered, chosen)!
      chosen.push({ id, offered, at: chosen.length })
      done[Number(id.split('.')[0])]!++
    }
    orders.end(chosen)
    played.push(chosen.map(({ id }) => id).join(' '))
  }
  expect(orders.haveChanged).toBe(false)
  return played
}

function allOrders(counts: readonly number[], done: readonly number[] = counts.map(() => 0)): readonly string[] {
  const next = counts.flatMap((count, actor) => (done[actor]! < count ? [actor] : []))
  if (next.length === 0) return ['']
  return next.flatMap((actor) =>
    allOrders(counts, done.with(actor, done[actor]! + 1)).map((rest) => `${actor}.${done[actor]} ${rest}`.trim()),
  )
}

it('chooses every order once, whatever the seed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), fc.nat(), (counts, seed) => {
      expect(ordersOf(counts, { seed }).toSorted()).toEqual(allOrders(counts).toSorted())
    }),
    { numRuns: 40, seed: 21 },
  )
})

it('chooses the same orders for the same seed, spread over all', () => {
  const counts = [4, 4, 4]
  const some = ordersOf(counts, { seed: 7, most: 60 })
  expect(ordersOf(counts, { seed: 7, most: 60 })).toEqual(some)
  expect(ordersOf(counts, { seed: 8, most: 60 })).not.toEqual(some)
  expect(new Set(some.map((order) => order.slice(0, 7))).size).toBe(9)
})

it('tells when other steps are offered after the same beginning', () => {
  const orders = new Orders(new Random(1))
  for (const offered of [
    ['1', '2'],
    ['1', '2', '3'],
  ]) {
    expect(orders.haveChanged).toBe(false)
    const id = orders.choose(offered, [])!
    orders.end([{ id, offered, at: 0 }])
  }
  expect(orders.haveChanged).toBe(true)
})

it('chooses nothing where every order after a beginning was taken', () => {
  const orders = new Orders(new Random(1))
  const offered = ['1']
  orders.end([{ id: orders.choose(offered, [])!, offered, at: 0 }])
  expect(orders.isComplete).toBe(true)
  expect(orders.choose(offered, [])).toBeUndefined()
})
