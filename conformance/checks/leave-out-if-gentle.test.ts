import { expect, it } from 'vitest'
import { Conclusion } from '../conclusions/conclusion.ts'
import { textOf } from '../wording/text.ts'
import type { Session } from '../judge/session.ts'
import { leaveOutIfGentle } from './leave-out-if-gentle.ts'

/** What is said of a check that a run leaves out. */
function said(run: { readonly gentle: boolean; readonly metLockOut: boolean }): string | undefined {
  const { gentle, metLockOut } = run
  try {
    leaveOutIfGentle({ run: { gentle, controls: { metLockOut } } } as Session, 'auth.invalid-bearer')
    return undefined
  } catch (error) {
    if (!(error instanceof Conclusion)) throw error
    return textOf(error.remark!)
  }
}

it('says what was seen and not why, as a quota refuses good credentials too', () => {
  expect(said({ gentle: false, metLockOut: true })).toBe(
    'it is left out, as good credentials were refused after wrong ones, as by a lock-out or a quota, and auth.invalid-bearer decides the same requirement with fewer',
  )
  expect(said({ gentle: true, metLockOut: false })).toContain('--gentle leaves it out')
  expect(said({ gentle: false, metLockOut: false })).toBeUndefined()
})
