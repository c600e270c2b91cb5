import { expect, it, vi } from 'vitest'
import { PagedRows } from './paged-rows.ts'

const settled = () => vi.advanceTimersByTimeAsync(100)

it('loads the pages in sight, drops loads that are out of sight, and keeps few pages', async () => {
  vi.useFakeTimers()
  try {
    const asked: number[] = []
    const rows = new PagedRows<number>(async (offset, limit) => {
      asked.push(offset)
      return { rows: Array.from({ length: limit }, (_, index) => offset + index), count: 1_000_000 }
    })
    await settled()
    expect([rows.isReady, rows.count, rows.at(5), rows.at(100)]).toEqual([true, 1_000_000, 5, undefined])
    // A fast scroll passes these rows by.
    for (let from = 1000; from < 500_000; from += 1000) rows.want(from, from + 40)
    rows.want(999_960, 1_000_000)
    await settled()
    expect(asked).toEqual([0, 999_900])
    expect(rows.at(999_999)).toBe(999_999)
    for (let page = 0; page < 100; page++) {
      rows.want(page * 100, page * 100 + 100)
      await settled()
    }
    expect(rows.at(999_999)).toBeUndefined()
    rows.reload()
    expect(rows.at(9900)).toBeUndefined()
    rows.want(9900, 9950)
    await settled()
    expect(rows.at(9900)).toBe(9900)
  } finally {
    vi.useRealTimers()
  }
})
