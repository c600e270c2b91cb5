// Right servers by product: the factors that SPEC.md leaves open, each pair of whose values meets in some server.
import type { FetchFunction } from '../../../../conformance/send/sender.ts'
import type { FakeTime } from '../../../conformance/fake-time.ts'
import { pairwiseRows } from '../../../suite/pairwise.ts'
import { serveBySocket } from '../over-socket.ts'
import type { RightSubject } from '../right-server.ts'
import { type Choices, openService } from '../service/open-service.ts'
import * as bodies from './bodies.ts'
import * as credentials from './credentials.ts'
import * as data from './data.ts'
import type { Factor, FactorValue } from './factor.ts'
import { expiries } from './expiries.ts'
import * as protocol from './protocol.ts'
import { sendings } from './sendings.ts'

/** The members of a module by name: Vitest lists them in another order than Node does. */
const sorted = (members: Readonly<Record<string, Factor>>): Readonly<Record<string, Factor>> =>
  Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1)))

const paired: Readonly<Record<string, Factor>> = {
  ...sorted(bodies),
  ...sorted(protocol),
  ...sorted(credentials),
  ...sorted(data),
}

/** Factors with more values than can meet in pairs: each value comes in turn, in every other row. */
const inTurn: Readonly<Record<string, Factor>> = { expiries, sendings }

/** The factors, by name. */
const factors: Readonly<Record<string, Factor>> = { ...paired, ...inTurn }

/** The value of each factor that is not the usual one, by its name. */
export type Combination = Readonly<Record<string, string>>

/** More than two values that hide something only together, so that no pair needs to show it. */
const together: readonly Combination[] = [
  {
    tokens: 'the last alone',
    refreshTokens: 'rotates and ends',
    lifetimes: '60',
    announcements: 'expires_in as text',
    clocks: 'fifty seconds behind, and no Date',
  },
  { paces: 'lists three seconds late', writers: 'create and delete', quotas: 'five tokens for a user' },
  { lifetimes: '60', refreshTokens: 'none', clocks: 'seven minutes ahead' },
  {
    writers: 'create at every third request',
    refusals: '404 for strangers and methods',
    limits: 'two, at most five',
    data: 'a hundred and fifty of each, with values that are parts of others',
  },
]

const factorValueName = (factor: Factor, index: number): string => Object.keys(factor)[index]!

/** Combinations in which any two values of two factors meet, by a seed; the first has the usual values. */
const coveringRows = (seed: number): readonly Combination[] =>
  pairwiseRows(
    Object.values(paired).map((factor) => Object.keys(factor).length),
    1,
    seed,
  ).map((row, number) => {
    const values = Object.entries(paired).map(
      ([name, factor], index) => [name, factorValueName(factor, row[index]!)] as const,
    )
    const turn = Object.entries(inTurn).map(([name, factor]) => {
      const { length } = Object.keys(factor)
      return [name, factorValueName(factor, number % 2 === 0 ? 0 : ((number - 1) / 2) % length)] as const
    })
    const others = [...values, ...turn].filter(([name, value]) => value !== factorValueName(factors[name]!, 0))
    return Object.fromEntries(others)
  })

/** The combinations, the usual values first. Any two values of two factors meet in some of them. */
export const combinations: readonly Combination[] = [...coveringRows(2), ...together]

/** Each value that is not the usual one, by itself. */
export const alone: readonly Combination[] = Object.entries(factors).flatMap(([name, factor]) =>
  Object.keys(factor)
    .slice(1)
    .map((value) => ({ [name]: value })),
)

/** A combination in words. */
export const described = (combination: Combination): string =>
  Object.entries(combination)
    .map(([factor, value]) => `${factor}: ${value}`)
    .join('; ') || 'the usual'

/** Choices of several values; objects within are merged. */
function mergeChoices(values: readonly FactorValue[]): Choices {
  const all: Record<string, unknown> = {}
  for (const { choices = {} } of values)
    for (const [name, choice] of Object.entries(choices)) {
      const isObject = typeof choice === 'object' && !Array.isArray(choice)
      all[name] = isObject ? { ...(all[name] as object | undefined), ...choice } : choice
    }
  return all as Choices
}

/** The server of a combination. */
export async function openCombination(combination: Combination): Promise<RightSubject> {
  const values = Object.entries(combination).map(([factor, value]) => factors[factor]![value]!)
  const choices = mergeChoices(values)
  const { lifetime = 1800, token = (text: string) => text } = choices.oauth ?? {}
  const changes = values.flatMap((value) => value.choices?.oauth?.answer ?? [])
  const oauth: Choices['oauth'] = {
    ...choices.oauth,
    answer: (issued, now) => changes.reduce((changed, change) => change(changed, now), issued),
    // A refresh token that ends outlives its access token: that is what it is for.
    ...(combination['refreshTokens']?.endsWith('and ends') ? { refreshLifetime: Math.ceil(lifetime * 1.5) } : {}),
  }
  const betweens = values.flatMap(({ between }) => between ?? [])
  let count = 0
  const fault: NonNullable<Choices['fault']> = (request, next) => {
    const seen = { count: ++count, now: subject.options!.time!.now() + (choices.moods?.skew ?? 0) }
    return betweens.reduce<typeof next>((inner, between) => async (sent) => between(sent, inner, seen), next)(request)
  }
  const target = Object.assign({}, ...values.map((value) => value.target?.(token) ?? {})) as object
  const options = { withHooks: values.every(({ hasHooks = true }) => hasHooks) }
  const open = (others: object = {}) =>
    openService({ ...choices, oauth, fault }, { ...options, target: { ...target, ...others } })
  const send = values.find((value) => value.send)?.send
  const subject = send ? await serveBySocket(send, (baseUrl) => open({ baseUrl })) : open()
  const latency = Math.max(0, ...values.map((value) => value.latency ?? 0))
  const answered = send ? whole(subject.fetch) : subject.fetch
  const fetch: FetchFunction = async (request) =>
    request.url.startsWith(subject.target.baseUrl) ? answered(request) : new Response('<p>Another service.')
  return { ...subject, fetch: late(fetch, subject.options!.time as FakeTime, latency) }
}

/** Answers with the whole body at once: time would jump while the rest of it is on its way. */
function whole(fetch: FetchFunction): FetchFunction {
  return async (request) => {
    const response = await fetch(new Request(request, { redirect: 'manual' }))
    const body = response.body === null ? null : await response.arrayBuffer()
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

/** Answers late by the clock of the kit, which is stopped while an answer is on its way. */
function late(fetch: FetchFunction, time: FakeTime, latency: number): FetchFunction {
  const answered = time.fetch(fetch)
  return async (request) => {
    if (latency > 0) await time.sleep(latency)
    return answered(request)
  }
}
