import { expect, it } from 'vitest'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { deviate, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type Listed, type Members, noContent } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  createToken,
  listTokens,
  renameToken,
  revokeToken,
  tokensApi,
} from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapTokens, onCreation, tokensOf } from '../../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import {
  around,
  mapAnswer,
  mapList,
  mapRequest,
  on,
  remember,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { tokenOperations } from '../../../testing/servers/unfamiliar-tokens.ts'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import type { RunResult } from '../../judge/result.ts'
import { toTarget } from '../../target/target-file.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { idOrderChecks } from '../ids/id-order-checks.ts'

const begin = Date.UTC(2027, 2, 1)

/** Time in which the kit's waits pass at once. */
async function check(wrap: (time: FakeTime) => FetchWrapper): Promise<RunResult> {
  const emulator = createEmulator({ clock: new Date(begin), onError: () => undefined })
  const time = new FakeTime(begin)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  deviate(emulator, wrap(time))
  return await runKit(
    { target, fetch: time.fetch(emulator.fetch) },
    {
      time,
      checks: [
        ...accessTokenChecks.filter(({ id }) => id !== 'pat.expires.refused'),
        ...idOrderChecks.filter(({ id }) => id === 'ids.order.tokens'),
      ],
    },
  )
}

const undecided = ({ results }: RunResult) =>
  results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)

/** The first page of the list shows the state of half a second ago. */
const lagging = (time: FakeTime): FetchWrapper =>
  remember(() => {
    const seen: { readonly at: number; readonly list: Response }[] = []
    const see = async ({ request, send }: InterceptedRequest, at: number) => {
      const url = request.url.replace(/\/access-tokens.*$/, '/access-tokens')
      seen.push({ at, list: await send({ method: 'GET', url }) })
    }
    return on(tokensApi, async (intercepted) => {
      if (intercepted.isFor(listTokens)) {
        const past = seen.findLast(({ at }) => at <= time.now() - 500) ?? seen[0]
        return past && intercepted.query.size === 0 ? past.list.clone() : intercepted.send()
      }
      if (seen.length === 0) await see(intercepted, 0)
      const response = await intercepted.send()
      await see(intercepted, time.now())
      return response
    })
  })

/** A revoked token works for another half second. */
const outliving = (time: FakeTime): FetchWrapper =>
  remember(() => {
    let due: { readonly at: number; readonly revoke: () => Promise<Response> } | undefined
    return on('everywhere', async (intercepted) => {
      if (due && time.now() >= due.at) {
        const { revoke } = due
        due = undefined
        await revoke()
      }
      const { authorization } = intercepted
      const isIssued = authorization.startsWith('Bearer ') && !authorization.includes('never-issued')
      if (due || !intercepted.isFor(revokeToken) || !isIssued) return intercepted.send()
      due = { at: time.now() + 500, revoke: intercepted.send }
      return noContent()
    })
  })

/** Secrets begin with a slash. */
const slashed = around(
  mapTokens(createToken, ({ token, ...record }) => ({ ...record, secret: `/${String(token)}` })),
  mapRequest('everywhere', ({ authorization }) =>
    authorization.startsWith('Bearer /') ? { authorization: authorization.replace('/', '') } : undefined,
  ),
)

const withTokens =
  (change: (token: Listed) => Members): (() => FetchWrapper) =>
  () =>
    mapTokens(tokenOperations, change)

it.each<readonly [string, (time: FakeTime) => FetchWrapper]>([
  ['a list that lags by half a second', lagging],
  ['revocations that take half a second', outliving],
  ['secrets that begin with a slash', () => slashed],
  [
    'secrets under misleading names',
    withTokens(({ token, ...record }) => ({
      ...record,
      ...(token === undefined
        ? {}
        : { unmasked: token, last4: String(token).slice(-4), tokenPrefix: String(token).slice(0, 8) }),
    })),
  ],
])('passes every check given %s', async (_what, wrap) => {
  expect(resultLines(await check(wrap), 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

/** Ids that begin with the second and continue at random. */
const bySecond = (time: FakeTime): FetchWrapper =>
  remember(() => {
    const ids = new Map<string, string>()
    const theirs = new Map<string, string>()
    const written = (value: number, length: number): string =>
      length === 0
        ? ''
        : written(Math.floor(value / 62), length - 1) +
          '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[value % 62]!
    const show = mapTokens(tokenOperations, (token) => ({ ...token, id: theirs.get(token.id) ?? token.id }))
    const note = mapAnswer(createToken, async (response) => {
      for (const { id } of await tokensOf(response)) {
        const mine = `zz${written(Math.floor(time.now() / 1000), 6)}${written(900 - ids.size, 4)}${id.slice(0, 15)}`
        ids.set(mine, id)
        theirs.set(id, mine)
      }
      return response
    })
    const ask = mapRequest([renameToken, revokeToken], ({ bareId }) => {
      const id = ids.get(bareId)
      return id === undefined ? undefined : { id }
    })
    return around(show, around(note, ask))
  })

/** Keeps revoked tokens in the list, marked by a member of their own. */
const marked = remember(() => {
  const known = new Map<string, Listed>()
  const revoked: Listed[] = []
  const revoke = mapAnswer(revokeToken, (response, { bareId }) => {
    const token = known.get(bareId)
    if (token) revoked.push({ ...token, active: false })
    return response
  })
  const list = mapList(listTokens, (tokens, { query }) => {
    for (const token of tokens) known.set(token.id, token)
    const before = query.has('starting_after') ? [] : revoked
    return [...before, ...tokens].map((token) => ({ active: true, ...token }))
  })
  return around(revoke, list)
})

/** Reads null as a text, or as the empty set. */
const readsNull = onCreation(async ({ sent, response, create, overrides }) => {
  const read = {
    ...(sent['name'] === null ? { name: 'null' } : {}),
    ...(sent['scopes'] === null ? { scopes: [] } : {}),
  }
  if (Object.keys(read).length === 0) return response
  const scopes = sent['scopes'] ?? ['environments:read']
  const created = await create({ ...read, scopes })
  for (const { id } of await tokensOf(created)) overrides.set(id, read)
  return created
})

it.each<readonly [string, (time: FakeTime) => FetchWrapper, readonly string[]]>([
  ['ids that tell creations of one second apart at random', bySecond, ['ids.order.tokens']],
  ['revoked tokens that stay in the list, marked', () => marked, ['pat.revoke-unlists.list']],
  [
    'null that is read as a text, and as the empty set',
    () => readsNull,
    ['pat.requires-name.null', 'pat.requires-scopes.null'],
  ],
  [
    'a scope that every token has',
    withTokens((token) => ({ ...token, scopes: [...(token['scopes'] as readonly string[]), 'profile:read'] })),
    ['pat.record.scopes'],
  ],
])('decides nothing that is not stated, and blames nothing, given %s', async (_what, wrap, expected) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(undecided(result)).toEqual(expected)
})
