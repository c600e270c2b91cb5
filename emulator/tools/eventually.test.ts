import { expect, it } from 'vitest'
import { after, attempt, promised } from './eventually.ts'

it('continues at once with a ready value, and later with a promise', async () => {
  expect(after(1, (value) => value + 1)).toBe(2)
  await expect(after(Promise.resolve(1), (value) => value + 1)).resolves.toBe(2)
})

it('recovers from errors and from rejections', async () => {
  const recover = (error: unknown) => `recovered from ${(error as Error).message}`
  expect(attempt(() => 'fine', recover)).toBe('fine')
  expect(
    attempt(() => {
      throw new Error('this')
    }, recover),
  ).toBe('recovered from this')
  await expect(attempt(() => Promise.reject(new Error('that')), recover)).resolves.toBe('recovered from that')
  expect(() =>
    attempt(
      () => {
        throw new Error('this')
      },
      (error) => {
        throw error
      },
    ),
  ).toThrow('this')
})

it('promises what is ready, what is promised and what is thrown', async () => {
  await expect(promised(() => 1)).resolves.toBe(1)
  await expect(promised(() => Promise.resolve(2))).resolves.toBe(2)
  await expect(
    promised(() => {
      throw new Error('this')
    }),
  ).rejects.toThrow('this')
})
