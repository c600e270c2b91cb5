import { expect, it } from 'vitest'
import { LockOutRecovery } from './lock-out-recovery.ts'
import type { Session } from './session.ts'
import { SharedWaits } from './shared-waits.ts'

it('lets the clock move for one check while another waits for its turn to be repeated', async () => {
  const waits = new SharedWaits()
  const recovery = new LockOutRecovery({ run: { waits, controls: { locked: [] } } } as unknown as Session)
  const moments: number[] = []
  const repeated = (moment: number) => () =>
    recovery.after(() =>
      waits.until({ moment, slack: 0, kept: [], move: async (reached) => void moments.push(reached) }),
    )
  await waits.together([
    repeated(1),
    repeated(2),
    () => waits.until({ moment: 3, slack: 0, kept: [], move: async () => void moments.push(3) }),
  ])
  expect(moments).toEqual([1, 2, 3])
})
