import { expect, it } from 'vitest'
import { tellWaits } from './tell-waits.ts'

it('tells each wait, and the same one once in a minute', () => {
  const told: string[] = []
  let time = 0
  const tell = tellWaits(
    (line) => told.push(line),
    30_000,
    () => time,
  )
  const short = { status: 429, milliseconds: 1000, asked: true }
  tell(short)
  time = 59_999
  tell(short)
  tell({ ...short, milliseconds: 5000 })
  time = 60_000
  tell(short)
  expect(told.map((line) => /waiting (\d+) s/.exec(line)?.[1])).toEqual(['1', '5', '1'])
})
