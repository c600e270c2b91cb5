import { expect, it } from 'vitest'
import { handleSignals } from './on-signals.ts'

it('listens without a gap until the last step, then stops', () => {
  const before = process.listenerCount('SIGHUP')
  const taken: string[] = []
  const listeners = () => process.listenerCount('SIGHUP') - before
  handleSignals(
    () => taken.push(`first, ${listeners()} listens`),
    () => taken.push(`second, ${listeners()} listens`),
  )
  process.emit('SIGHUP')
  expect([taken, listeners()]).toEqual([['first, 1 listens'], 1])
  process.emit('SIGTERM')
  expect([taken, listeners()]).toEqual([['first, 1 listens', 'second, 1 listens'], 0])
})
