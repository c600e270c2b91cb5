import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { advanceClock } from '../tokens/advance-clock.ts'
import { type NearMiss, nearMisses } from '../near-misses.ts'
import { noSuccess } from '../no-success.ts'
import { assertAllowed } from '../assert-allowed.ts'
import {
  assertNotCompleted,
  connectPath,
  continuesConnection,
  freshCode,
  isOpen,
  openAddress,
  openedWithCode,
} from './open-address.ts'
import { askForCode, firstPrepare } from './state-codes.ts'

/** Seconds. */
const day = 86_400
const month = 31 * day

const common = { effect: 'write', needs: ['adapter', 'bearer'] } as const satisfies Partial<ActiveCheck>

/** Connecting a third-party connector (clauses 4.3 and 5.7). */
export const connectChecks: readonly DeclaredCheck[] = [
  {
    ...common,
    id: 'connect.prepare.code',
    description:
      'POSTs to /app/{adapter}/prepare-connect with the Bearer token: a success whose JSON has a state code under any name.',
    run: async (session) => {
      const { exchange, codes } = await firstPrepare(session)
      await assertAllowed(session, exchange)
      if (codes.length === 0)
        fail({
          expected: phrase`a success with a state code`,
          fact: noSuccess(exchange),
        })
    },
  },
  {
    ...common,
    id: 'connect.browser.page',
    after: ['connect.prepare.code'],
    description:
      'Opens /app/{adapter}/connect?prepare_state=<code> without a Bearer token, like a browser: a page or a redirect, and no refusal.',
    run: async (session) => {
      const { exchange, code } = await openedWithCode(session)
      if (continuesConnection(exchange)) return
      const { status, headers } = exchange.response
      // A browser may have to sign in to the dashboard first; it has no API credentials.
      if ((status === 401 || status === 403) && !/bearer/i.test(headers['www-authenticate'] ?? '')) {
        const isPage = /html/i.test(headers['content-type'] ?? '')
        if (
          isPage ||
          !continuesConnection(await session.send({ path: connectPath(session), query: { prepare_state: code } }))
        )
          insufficient(
            because.refused,
            phrase`the page may be for a browser that is signed in: ${answerPhrase(exchange)}`,
            exchange,
          )
      }
      fail({
        expected: phrase`the connection to continue in the browser, by a page or a redirect`,
        fact: { kind: 'status', at: exchange, wanted: 'success' },
      })
    },
  },
  {
    ...common,
    id: 'connect.code-verified.made-up',
    after: ['connect.browser.page'],
    wrongCredentials: { gentle: 1, quick: 2 },
    description:
      'Opens the same address with a new code with one character changed: one letter in the other case if that may matter, or else the last one. The answer differs, or is a page with something still to do.',
    run: async (session) => {
      const [miss] = nearMisses(session, await freshCode(session))
      await assertMissRefused(session, miss)
    },
  },
  {
    ...common,
    id: 'connect.code-verified.near-misses',
    after: ['connect.code-verified.made-up'],
    wrongCredentials: { gentle: 0, quick: 2, full: 13 },
    decidedBy: 'connect.code-verified.made-up',
    description:
      'Opens the same address with a new code that has one character changed at the start, in the middle or at the end, or characters added or removed. The answer differs, or is a page with something still to do.',
    run: async (session) => {
      const [, ...rest] = nearMisses(session, await freshCode(session))
      for (const miss of session.run.rotation.some(rest, 1, 4)) await assertMissRefused(session, miss)
    },
  },
  {
    ...common,
    id: 'connect.code-verified.none',
    after: ['connect.browser.page'],
    wrongCredentials: { gentle: 0, quick: 1, full: 2 },
    description:
      'Opens the same address without a code, and with client_id as code: another answer, or a page with something still to do. A redirect must differ if that for a made-up code differs.',
    run: async (session) => {
      const bad = { exchange: await openAddress(session, undefined), code: '' }
      await assertNotCompleted(session, bad, phrase`a request without prepare_state`)
      const { clientId } = session.run.target.credentials?.oauth ?? {}
      for (const value of session.run.quick || clientId === undefined ? [] : [clientId])
        await assertNotCompleted(
          session,
          { exchange: await openAddress(session, value, { wrong: 'stateCode' }), code: value },
          phrase`client_id as prepare_state`,
        )
    },
  },
  {
    ...common,
    id: 'connect.short-lived.month-old',
    needs: [...common.needs, 'hook:advanceClock'],
    after: ['connect.browser.page'],
    waits: true,
    description:
      'Lets 31 days pass by hooks.advanceClock and opens the address with an earlier code: the answer differs from that to a good code. How long a code lives is not shown, but a month is not short.',
    run: async (session) => {
      const { exchange: good } = await openedWithCode(session)
      const code = await freshCode(session)
      await advanceClock(session, month, { slack: day })
      const old = { exchange: await openAddress(session, code), code }
      const aged = phrase` (hooks.advanceClock moved the clock)`
      await assertNotCompleted(session, old, phrase`a state code that is 31 days old`, aged)
      const [later] = (await askForCode(session)).codes
      if (!later)
        insufficient(
          because.refused,
          phrase`no new state code is issued after 31 days: the Bearer token may have ended too`,
        )
      // If the first page is also the last, opening it would create another connection.
      if (isOpen(good) && !continuesConnection(await openAddress(session, later.text)))
        blocked(see('connect.browser'), phrase`a new state code is refused as well after 31 days`)
    },
  },
]

async function assertMissRefused(session: Session, { text, change }: NearMiss): Promise<void> {
  const bad = { exchange: await openAddress(session, text, { wrong: 'stateCode' }), code: text }
  await assertNotCompleted(session, bad, phrase`a state code ${change}`)
}
