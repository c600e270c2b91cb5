// Right servers whose personal access tokens, clocks and lists of tokens behave otherwise.
import type { FetchFunction } from '../../../conformance/wire/sender.ts'
import type { Asked } from '../../../emulator/deviations/algebra/asked.ts'
import { type Members, membersOf, problem } from '../../../emulator/deviations/algebra/messages.ts'
import { createToken } from '../../../emulator/deviations/algebra/places.ts'
import { mapMember, mapTokensIn, tokensOf } from '../../../emulator/deviations/algebra/tokens.ts'
import { around, mapBody, on, remember, type Way } from '../../../emulator/deviations/algebra/ways.ts'
import type { FakeTime } from '../../conformance/fake-time.ts'
import { shownAt } from '../unfamiliar-tokens.ts'
import { begin, fromEmulator } from './from-emulator.ts'
import type { RightServer } from './right-server.ts'

const day = 86_400_000
const hour = 3_600_000

/** Answers creations by another rule for expiries; undefined leaves one to the emulator. */
const judgeExpiry = (isTaken: (expiry: unknown) => boolean | undefined): Way =>
  on(createToken, async (asked: Asked) => {
    const taken = isTaken((await membersOf(asked.request))['expires_at'])
    return taken === false ? problem(400) : asked.send()
  })

/** Takes expiries as dates, by the calendar of a place, and shows them so. */
const calendar = (time: FakeTime, zone: number): Way => {
  const dateOf = (moment: number) => new Date(moment + zone * hour).toISOString().slice(0, 10)
  return remember(() => {
    const dates = new Map<string, unknown>()
    const show = mapBody(shownAt, (body) =>
      mapTokensIn(body, (token) => ({ ...token, expires_at: dates.get(token.id) ?? dateOf(Date.parse(String(token['expires_at']))) })),
    )
    const create = on(createToken, async (asked) => {
      const sent = await membersOf(asked.request)
      const expiry = sent['expires_at']
      if (typeof expiry !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(expiry)) return asked.send({ json: { ...sent, expires_at: null } })
      const today = dateOf(time.now())
      const latest = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`
      if (expiry < dateOf(time.now() + 7 * day) || expiry > latest) return problem(400)
      const end = Date.parse(expiry) - zone * hour
      const within = Math.min(Math.max(end, time.now() + 7 * day + hour), time.now() + 730 * day - hour)
      const response = await asked.send({ json: { ...sent, expires_at: new Date(within).toISOString().replace(/\.\d+Z/, 'Z') } })
      for (const { id } of await tokensOf(response)) dates.set(id, expiry)
      return response
    })
    return around(show, create)
  })
}

const dates = (name: string, zone: number, at: number): RightServer => ({
  name,
  description: 'Services for people show the day on which a token ends. Clause 2.2 does not show the format of expires_at.',
  make: () =>
    fromEmulator({
      fakeTime: true,
      start: at,
      way: (time) => calendar(time, zone),
      target: (target) => ({
        ...target,
        personalAccessTokens: { ...target.personalAccessTokens, expiresAt: 'date' as never },
      }),
    }),
})
