import { expect, it } from 'vitest'
import { toTargetFile } from '../../../bin/target-file.ts'
import { resultLines, runKit } from '../../../testing/selftest/subject.ts'
import {
  bodyOf,
  changeTokens,
  handleTokens,
  mapTokens,
  type ShownToken,
  tokenRequest,
  tokensIn,
  withAnswer,
  withBody,
} from '../../../emulator/deviations/access-tokens-requests.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { FetchLike } from '../../../emulator/deviations/define-deviation.ts'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import type { RunResult } from '../../run/result.ts'
import { toTarget } from '../../target/target-file.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { idOrderChecks } from '../ids/id-order-checks.ts'

type Wrap = (next: FetchLike) => FetchLike

const begin = Date.UTC(2027, 2, 1)

/** Time in which the kit's waits pass at once. */
async function check(wrap: (time: FakeTime) => Wrap): Promise<RunResult> {
  const emulator = createEmulator({ clock: new Date(begin), onError: () => undefined })
  const time = new FakeTime(begin)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  return await runKit(
    { target, fetch: wrap(time)(emulator.fetch) },
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

/** Lists show the state of half a second ago. */
const lagging = (time: FakeTime): Wrap =>
  handleTokens((next) => {
    const seen: { readonly at: number; readonly answers: Map<string, Response> }[] = []
    return async (request, { kind }) => {
      if (kind === 'list') {
        const past = seen.findLast(({ at }) => at <= time.now() - 500)
        const kept =
          past?.answers.get(request.url) ?? (seen.length > 0 && !past ? seen[0]!.answers.get(request.url) : undefined)
        return kept ? kept.clone() : await next(request)
      }
      const url = request.url.replace(/\/access-tokens.*$/, '/access-tokens')
      if (seen.length === 0)
        seen.push({ at: 0, answers: new Map([[url, await next(new Request(url, { headers: request.headers }))]]) })
      const response = await next(request)
      seen.push({
        at: time.now(),
        answers: new Map([
          [
            url,
            await next(new Request(url, { headers: { authorization: request.headers.get('authorization') ?? '' } })),
          ],
        ]),
      })
      return response
    }
  })

/** A revoked token works for another half second. */
const outliving =
  (time: FakeTime): Wrap =>
  (next) => {
    let due: { readonly at: number; readonly request: Request } | undefined
    return async (request) => {
      if (due && time.now() >= due.at) {
        const { request: revocation } = due
        due = undefined
        await next(revocation)
      }
      if (
        due ||
        tokenRequest(request)?.kind !== 'revoke' ||
        !request.headers.get('authorization')?.startsWith('Bearer ') ||
        request.headers.get('authorization')!.includes('never-issued')
      )
        return await next(request)
      due = { at: time.now() + 500, request: request.clone() }
      return new Response(null, { status: 204 })
    }
  }

const shown =
  (change: (token: ShownToken) => Readonly<Record<string, unknown>>): (() => Wrap) =>
  () =>
    changeTokens(['create', 'list', 'rename'], change)

it.each<readonly [string, (time: FakeTime) => Wrap]>([
  ['a list that lags by half a second', lagging],
  ['revocations that take half a second', outliving],
  [
    'secrets that begin with a slash',
    () => (next) => async (request) => {
      const bearer = /^Bearer \/(.*)$/.exec(request.headers.get('authorization') ?? '')?.[1]
      const own = new Request(request)
      if (bearer !== undefined) own.headers.set('authorization', `Bearer ${bearer}`)
      return await changeTokens(['create'], ({ token, ...record }) => ({ ...record, secret: `/${String(token)}` }))(
        next,
      )(own)
    },
  ],
  [
    'secrets under misleading names',
    shown(({ token, ...record }) => ({
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
const bySecond =
  (time: FakeTime): Wrap =>
  (next) => {
    const own = new Map<string, string>()
    const theirs = new Map<string, string>()
    const written = (value: number, length: number): string =>
      length === 0
        ? ''
        : written(Math.floor(value / 62), length - 1) +
          '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[value % 62]!
    const made = changeTokens(['create', 'list', 'rename'], (token) => ({
      ...token,
      id: theirs.get(token.id) ?? token.id,
    }))
    return async (request) => {
      const asked = tokenRequest(request)
      const id = asked && own.get(asked.id)
      const response = await next(id === undefined ? request : new Request(request.url.replace(asked!.id, id), request))
      if (asked?.kind === 'create' && response.ok) {
        for (const token of tokensIn(await bodyOf(response))) {
          const second = written(Math.floor(time.now() / 1000), 6)
          const mine = `zz${second}${written(900 - own.size, 4)}${token.id.slice(0, 15)}`
          own.set(mine, token.id)
          theirs.set(token.id, mine)
        }
      }
      return await made(async () => response)(request)
    }
  }

/** Keeps revoked tokens in the list, marked by a member of their own. */
const marked: Wrap = handleTokens((next) => {
  const known = new Map<string, ShownToken>()
  const revoked: unknown[] = []
  return async (request, { kind, id }) => {
    const response = await next(request)
    if (kind === 'revoke' && response.ok && known.has(id)) revoked.push({ ...known.get(id), active: false })
    if (kind !== 'list' || response.status !== 200) return response
    const body = await bodyOf(response)
    for (const token of tokensIn(body)) known.set(token.id, token)
    return withAnswer(response, {
      data: [...(new URL(request.url).searchParams.has('starting_after') ? [] : revoked), ...tokensIn(body)].map(
        (token) => ({ active: true, ...(token as ShownToken) }),
      ),
    })
  }
})

/** Reads null as a text, or as the empty set. */
const readsNull: Wrap = handleTokens((next) => {
  const names = new Map<string, unknown>()
  const shownAs = (body: unknown) =>
    mapTokens(body, (token) => ({ ...token, ...(names.get(token.id) as object | undefined) }))
  return async (request, { kind }) => {
    if (kind === 'revoke') return await next(request)
    const sent = kind === 'create' ? await bodyOf(request) : {}
    const read = {
      ...(sent['name'] === null ? { name: 'null' } : {}),
      ...(sent['scopes'] === null ? { scopes: [] } : {}),
    }
    const response = await next(
      Object.keys(read).length === 0
        ? request
        : withBody(request, {
            ...sent,
            ...(sent['name'] === null ? { name: 'null' } : {}),
            ...(sent['scopes'] === null ? { scopes: ['environments:read'] } : {}),
          }),
    )
    const body = await bodyOf(response)
    if (kind === 'create' && response.ok) for (const { id } of tokensIn(body)) names.set(id, read)
    return withAnswer(response, shownAs(body))
  }
})

it.each<readonly [string, (time: FakeTime) => Wrap, readonly string[]]>([
  ['ids that tell creations of one second apart at random', bySecond, ['ids.order.tokens']],
  ['revoked tokens that stay in the list, marked', () => marked, ['pat.revoke-unlists.list']],
  [
    'null that is read as a text, and as the empty set',
    () => readsNull,
    ['pat.requires-name.null', 'pat.requires-scopes.null'],
  ],
  [
    'a scope that every token has',
    shown((token) => ({ ...token, scopes: [...(token['scopes'] as readonly string[]), 'profile:read'] })),
    ['pat.record.scopes'],
  ],
])('decides nothing that is not stated, and blames nothing, given %s', async (_what, wrap, expected) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(undecided(result)).toEqual(expected)
})
