// When tokens end, beside a clock that somebody else moves meanwhile.
import { itEnds } from '../../../testing/servers/ends.ts'
import { oddEmulator } from '../../../testing/servers/odd-emulator.ts'

/** Moves the target's clock by five minutes before a token with this use is requested. */
interface Moving {
  readonly before: string
  /** False for a target whose answers show no time. */
  readonly showsTime: boolean
}

const moved = 'insufficientEvidence: the clock of the target seems to have been moved meanwhile'

itEnds(
  ({ before, showsTime }: Moving) =>
    oddEmulator((next) => async (request) => {
      const isAsked = request.method === 'POST' && request.url.endsWith('/access-tokens')
      if (isAsked && (await request.clone().text()).includes(`-${before}"`))
        await next(
          new Request('http://target.test/_emulator/clock', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ seconds: 300 }),
          }),
        )
      const response = await next(request)
      if (showsTime || response.status === 204) return response
      return new Response((await response.text()).replaceAll('"created_at"', '"place"'), response)
    }),
  [
    ['pat.expiry-range.seven-days', moved, 'a clock that is moved first', { before: '7d', showsTime: true }],
    ['pat.expiry-maximum.over-two-years', moved, 'a clock that is moved', { before: '2yo', showsTime: true }],
    ['pat.expiry-maximum.over-two-years', moved, 'a moved clock unseen', { before: '2yo', showsTime: false }],
    ['pat.expires.refused', moved, 'a clock that is moved', { before: 'end', showsTime: true }],
    ['pat.expires.refused', moved, 'a moved clock unseen', { before: 'end', showsTime: false }],
  ],
)
