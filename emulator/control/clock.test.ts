import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

const start = '2026-03-01T12:00:00Z'

it('advances by a duration, by milliseconds or by seconds, and sets a time', async () => {
  const { control } = controlClient()
  expect((await control('POST', '/clock', { advance: '8d' })).body).toEqual({
    now: '2026-03-09T12:00:00Z',
    frozen: true,
  })
  expect((await control('POST', '/clock', { advance: 1500 })).body.now).toBe('2026-03-09T12:00:01.500Z')
  expect((await control('POST', '/clock', { seconds: 0.5 })).body.now).toBe('2026-03-09T12:00:02Z')
  expect((await control('POST', '/clock', { set: '2026-04-01' })).body.now).toBe('2026-04-01T00:00:00Z')
  expect((await control('GET', '/clock')).body.now).toBe('2026-04-01T00:00:00Z')
  const moment = Date.UTC(2026, 4, 1)
  expect((await control('POST', '/clock', { set: moment })).body.now).toBe('2026-05-01T00:00:00Z')
})

it('refuses to go back, and applies no part of a refused change', async () => {
  const { control } = controlClient({ clock: { start: Date.parse(start), timeSource: () => 0 } })
  const refusals = [
    await control('POST', '/clock', { set: '2026-02-28T00:00:00Z', advance: '2d', frozen: true }),
    await control('POST', '/clock', { set: '2026-06-01T00:00:00Z', advance: 'soon', frozen: true }),
    await control('POST', '/clock', { advance: '1d', seconds: 1 }),
    await control('POST', '/clock', { advance: -1 }),
    await control('POST', '/clock', { forward: '1d' }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([409, 400, 400, 400, 400])
  expect((await control('GET', '/clock')).body).toEqual({ now: start, frozen: false })
})
