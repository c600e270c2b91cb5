import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { runKit, toSubject } from '../../../testing/selftest/subject.ts'

it('takes no clock of seconds for one of minutes where tokens are created at a whole minute', async () => {
  const start = Date.UTC(2027, 2, 1, 9, 41, 0, 300)
  const time = new FakeTime(start)
  const { target, fetch } = toSubject(
    createEmulator({
      conventions: { expiresAtFormat: 'unix-seconds', tokenResponse: 'expiresAt', accessTokenLifetime: 60 },
      clock: { start, timeSource: () => time.now() },
    }),
  )
  const { results, findings } = await runKit({ target, fetch: time.fetch(fetch), time })
  expect(findings['clock']).not.toContain('61 s')
  expect(results.filter(({ check, verdict }) => check.startsWith('oauth.expiry') && verdict !== 'pass')).toEqual([])
})
