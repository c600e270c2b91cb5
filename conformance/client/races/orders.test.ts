import { expect, it } from 'vitest'
import { ordersOf } from './orders.ts'

const [a, b, c] = ['list-environments', 'capabilities', 'create-access-token'] as const

it('puts three answers of one task in order, and the first of the other between them', () => {
  const orders = ordersOf([a, b], ['expiry'])
  const withoutEarly = orders.filter(({ early }) => early === undefined)
  expect(withoutEarly.map(({ answers }) => answers)).toEqual([
    [b, a, a, a],
    [a, b, a, a],
    [a, a, b, a],
    [a, a, a, b],
    [a, b, b, b],
    [b, a, b, b],
    [b, b, a, b],
    [b, b, b, a],
  ])
  expect(orders.filter(({ early }) => early === a).map(({ answers }) => answers)).toEqual([
    [a, b, b, b],
    [b, a, b, b],
    [b, b, a, b],
    [b, b, b, a],
  ])
  expect(orders).toHaveLength(16)
})

it('has each of three tasks do its first request early, and no order twice', () => {
  const orders = ordersOf([a, b, c], ['revocation'])
  expect(orders).toHaveLength(3 * 2 * 20)
  expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(120)
  expect(new Set(orders.map(({ early }) => early))).toEqual(new Set([a, b, c]))
})

it('asks for a token before the event where it is a task of its own', () => {
  const orders = ordersOf([a, b, 'get-token'], ['expiry'])
  const asking = orders.filter(({ tasks }) => tasks.includes('get-token'))
  expect(asking).toHaveLength(2 * 20)
  expect(new Set(asking.map(({ early }) => early))).toEqual(new Set(['get-token']))
  expect(orders.filter((order) => !asking.includes(order))).toEqual(ordersOf([a, b], ['expiry']))
})
