// Right servers by product: the factors that SPEC.md leaves open, each pair of whose values meets in some server.
import type { FetchFunction } from '../../../../conformance/send/sender.ts'
import type { FakeTime } from '../../../conformance/fake-time.ts'
import { pairwiseRows } from '../../../suite/pairwise.ts'
import { behindSocket } from '../over-socket.ts'
import type { RightSubject } from '../right-server.ts'
import { type Choices, openService } from '../service/open-service.ts'
import * as answers from './answers.ts'
import * as credentials from './credentials.ts'
import * as data from './data.ts'
import type { Factor, FactorValue } from './factor.ts'

/** The factors, by name. */
export const factors: Readonly<Record<string, Factor>> = { ...answers, ...credentials, ...data }

/** A value of each factor, by their names. */
export type Combination = Readonly<Record<string, string>>

const least = 64

const usual: Combination = Object.fromEntries(
  Object.entries(factors).map(([name, factor]) => [name, Object.keys(factor)[0]!]),
)

/** More than two values that hide something only together, so that no pair needs to show it. */
const together: readonly Combination[] = [
  {
    ...usual,
    tokens: 'the last alone',
    refreshTokens: 'rotates and ends',
    lifetimes: '60',
    announcements: 'expires_in as text',
    paces: 'a clock fifty seconds behind, and no Date',
  },
]

/** The combinations, the usual values first. Any two values of two factors meet in some of them. */
export const combinations: readonly Combination[] = [
  ...pairwiseRows(
    Object.values(factors).map((factor) => Object.keys(factor).length),
    least,
    7,
  ).map((row) =>
    Object.fromEntries(
      Object.entries(factors).map(([name, factor], index) => [name, Object.keys(factor)[row[index]!]!]),
    ),
  ),
  ...together,
]

/** The values that are not the usual ones, in words. */
export function described(combination: Combination): string {
  return Object.entries(combination)
    .filter(([factor, value]) => value !== Object.keys(factors[factor]!)[0])
    .map(([factor, value]) => `${factor}: ${value}`)
    .join('; ')
}

/** Choices of several values; objects within are merged. */
function merged(values: readonly FactorValue[]): Choices {
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
  const choices = merged(values)
  const { lifetime = 1800 } = choices.oauth ?? {}
  const changes = values.flatMap((value) => value.choices?.oauth?.answer ?? [])
  const oauth: Choices['oauth'] = {
    ...choices.oauth,
    answer: (issued, now) => changes.reduce((changed, change) => change(changed, now), issued),
    // A refresh token that ends outlives its access token: that is what it is for.
    ...(combination['refreshTokens']!.endsWith('and ends') ? { refreshLifetime: Math.ceil(lifetime * 1.5) } : {}),
  }
  const fault = values.reduce<NonNullable<Choices['fault']>>(
    (inner, { between }) => (between ? (request, next) => between(request, (sent) => inner(sent, next)) : inner),
    (request, next) => next(request),
  )
  const target = Object.assign({}, ...values.map((value) => value.target ?? {})) as Readonly<Record<string, unknown>>
  const options = { withHooks: values.every(({ hasHooks = true }) => hasHooks) }
  const open = (others: Readonly<Record<string, unknown>> = {}) =>
    openService({ ...choices, oauth, fault }, { ...options, target: { ...target, ...others } })
  const send = values.find((value) => value.send)?.send
  const subject = send ? await behindSocket(send, (baseUrl) => open({ baseUrl })) : open()
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

/** Answers late by the time of the kit, which stands still while an answer is on its way. */
function late(fetch: FetchFunction, time: FakeTime, latency: number): FetchFunction {
  const answered = time.fetch(fetch)
  return async (request) => {
    if (latency > 0) await time.sleep(latency)
    return answered(request)
  }
}
