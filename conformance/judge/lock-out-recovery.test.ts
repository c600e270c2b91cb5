import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
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

it('retries when the last refusal permits it', async () => {
  const time = new FakeTime(0)
  const refusal = (startedAt: number) => ({ startedAt, response: { headers: { 'retry-after': '20' } } })
  const waits = new SharedWaits()
  const controls = { locked: ['bearer'], lockRefusals: [refusal(0)] }
  const retries: number[] = []
  const regain = async () => {
    retries.push(time.now())
    if (retries.length > 1) controls.locked = []
    else controls.lockRefusals = [refusal(time.now())]
  }
  const session = { run: { time, maxWait: 60_000, waits, controls }, fork: () => ({ regain }) }
  void time.sleep(100).then(() => (controls.lockRefusals = [refusal(0), refusal(100)]))
  const recovery = new LockOutRecovery(session as unknown as Session)
  await waits.together([() => recovery.after(async () => undefined)])
  expect(retries).toEqual([20_100, 40_100])
})
