import {
  type Body,
  bodyOf,
  handleTokens,
  later,
  mapTokens,
  takeBack,
  tokensIn,
  withAnswer,
  withBody,
} from './access-tokens-requests.ts'
import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'

/**
 * A deviation that takes an expiry that the server behind it refuses: it asks for another one, some days off, and
 * shows the one that was asked for.
 */
function takeExpiry(shiftOf: (tries: (days: number) => Promise<boolean>) => Promise<number | undefined>): FetchWrapper {
  return handleTokens((next) => {
    const asked = new Map<string, unknown>()
    const show = (body: unknown) =>
      mapTokens(body, (token) => (asked.has(token.id) ? { ...token, expires_at: asked.get(token.id) } : token))
    return async (request, { kind }) => {
      const sent = kind === 'create' ? await bodyOf(request) : {}
      const response = await next(request.clone())
      const isTaken = kind !== 'create' || response.status < 300 || sent['expires_at'] === undefined
      if (isTaken) return response.status === 204 ? response : withAnswer(response, show(await bodyOf(response)))
      const shifted = (days: number) =>
        withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], days) })
      const days = await shiftOf(async (tried) => {
        const trial = await next(shifted(tried))
        if (trial.status < 300) await takeBack(next, request, trial)
        return trial.status < 300
      })
      if (days === undefined) return response
      const taken = await next(shifted(days))
      const body = await bodyOf(taken)
      for (const { id } of tokensIn(body)) asked.set(id, sent['expires_at'])
      return withAnswer(taken, show(body))
    }
  })
}

/** The first of these shifts that the server behind takes. */
const firstOf =
  (...shifts: readonly number[]) =>
  async (tries: (days: number) => Promise<boolean>): Promise<number | undefined> => {
    for (const days of shifts) if (await tries(days)) return days
    return undefined
  }

/** A deviation that refuses what the server behind it takes, when it does not take an expiry so many days off. */
function refuseUnless(days: number): FetchWrapper {
  return handleTokens((next) => async (request, { kind }) => {
    if (kind !== 'create') return await next(request)
    const sent = await bodyOf(request)
    const response = await next(request.clone())
    if (response.status > 299) return response
    const trial = await next(withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], days) }))
    if (trial.status < 300) await takeBack(next, request, trial)
    else await takeBack(next, request, response)
    return trial.status < 300 ? response : trial
  })
}

/** A deviation that fills in a member that is missing, or null, from the last creation that had it. `quietly` it answers a refusal all the same. */
function fillIn(
  member: 'name' | 'scopes' | 'expires_at',
  quietly = false,
  missing: null | undefined = undefined,
): FetchWrapper {
  return handleTokens((next) => {
    let last: Body = {}
    return async (request, { kind }) => {
      if (kind !== 'create') return await next(request)
      const sent = await bodyOf(request)
      const response = await next(request.clone())
      if (response.status < 300) last = sent
      if (sent[member] !== missing) return response
      const filled = await next(
        withBody(request.clone(), { ...sent, [member]: member === 'name' ? 'Untitled' : last[member] }),
      )
      return quietly ? response : filled
    }
  })
}

/**
 * A deviation that lets a token near one end of what is allowed last less than was asked for: one that the server behind
 * refuses so many days further on.
 */
function shorten(near: number, by: number): FetchWrapper {
  return handleTokens((next) => {
    const shortened = new Set<string>()
    return async (request, { kind }) => {
      const sent = kind === 'create' ? await bodyOf(request) : {}
      const response = await next(request.clone())
      if (response.status > 299 || response.status === 204) return response
      const body = await bodyOf(response)
      if (kind === 'create') {
        const trial = await next(withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], near) }))
        if (trial.status < 300) await takeBack(next, request, trial)
        else for (const { id } of tokensIn(body)) shortened.add(id)
      }
      return withAnswer(
        response,
        mapTokens(body, (token) =>
          shortened.has(token.id) ? { ...token, expires_at: later(token['expires_at'], -by) } : token,
        ),
      )
    }
  })
}

/** Deviations of what a creation takes and refuses. */
export const accessTokenCreationDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'pat-create-answers-no-record',
    requirement: 'pat.create',
    caughtBy: 'pat.create.token',
    description: 'A creation is answered with a message in place of the token.',
    wrap: handleTokens((next) => async (request, { kind }) => {
      const response = await next(request)
      return kind === 'create' && response.status < 300
        ? withAnswer(response, { message: 'The token was created.' })
        : response
    }),
  }),
  defineDeviation({
    name: 'pat-create-always-refused',
    requirement: 'pat.create',
    caughtBy: 'pat.create.token',
    description: 'No creation is accepted.',
    wrap: handleTokens(
      (next) =>
        async (request, { kind }) =>
          kind === 'create' ? await next(withBody(request, {})) : await next(request),
    ),
  }),
  defineDeviation({
    name: 'pat-minimum-three-days',
    requirement: 'pat.expiry-minimum',
    caughtBy: 'pat.expiry-minimum.five-days',
    description: 'A token may expire in 3 days.',
    wrap: takeExpiry(firstOf(4)),
  }),
  defineDeviation({
    name: 'pat-minimum-four-days',
    requirement: 'pat.expiry-minimum',
    caughtBy: 'pat.expiry-minimum.five-days',
    description: 'A token may expire in 4 days.',
    wrap: takeExpiry(firstOf(3)),
  }),
  defineDeviation({
    name: 'pat-nine-days-become-two',
    requirement: 'pat.expiry-range',
    caughtBy: 'pat.expiry-range.nine-days',
    description: 'A token of little more than a week lasts a week less.',
    wrap: shorten(-5, 7),
  }),
  defineDeviation({
    name: 'pat-two-years-become-one',
    requirement: 'pat.expiry-range',
    caughtBy: 'pat.expiry-range.two-years',
    description: 'A token of almost 2 years lasts a year less.',
    wrap: shorten(30, 365),
  }),
  defineDeviation({
    name: 'pat-no-minimum',
    requirement: 'pat.expiry-minimum',
    caughtBy: 'pat.expiry-minimum.five-days',
    description: 'How early a token expires is not checked at all.',
    wrap: takeExpiry(firstOf(4, 14, 400)),
  }),
  defineDeviation({
    name: 'pat-past-expiry-accepted',
    requirement: 'pat.expiry-minimum',
    caughtBy: 'pat.expiry-minimum.past',
    description: 'Less than 7 days is refused, but the past is not.',
    wrap: takeExpiry(async (tries) => ((await tries(7)) ? undefined : await firstOf(14, 400)(tries))),
  }),
  defineDeviation({
    name: 'pat-maximum-three-years',
    requirement: 'pat.expiry-maximum',
    caughtBy: 'pat.expiry-maximum.over-two-years',
    description: 'A token may last 3 years.',
    wrap: takeExpiry(firstOf(-365)),
  }),
  defineDeviation({
    name: 'pat-maximum-one-week-more',
    requirement: 'pat.expiry-maximum',
    caughtBy: 'pat.expiry-maximum.over-two-years',
    description: 'A token may last a week more than 2 years.',
    wrap: takeExpiry(firstOf(-7)),
  }),
  defineDeviation({
    name: 'pat-too-late-refused-yet-created',
    requirement: 'pat.expiry-maximum',
    caughtBy: 'pat.expiry-maximum.over-two-years',
    description: 'More than 2 years is refused, and the token is there all the same.',
    wrap: (next) => {
      const taking = takeExpiry(firstOf(-365))(next)
      return async (request) => {
        const refusal = request.method === 'POST' ? await next(request.clone()) : undefined
        if (refusal === undefined || refusal.status < 300 || !request.url.endsWith('/access-tokens'))
          return refusal ?? (await taking(request))
        await taking(request)
        return refusal
      }
    },
  }),
  defineDeviation({
    name: 'pat-refuses-nine-days',
    requirement: 'pat.expiry-range',
    caughtBy: 'pat.expiry-range.nine-days',
    description: 'A token must last 14 days.',
    wrap: refuseUnless(-7),
  }),
  defineDeviation({
    name: 'pat-refuses-almost-two-years',
    requirement: 'pat.expiry-range',
    caughtBy: 'pat.expiry-range.two-years',
    description: 'A token may last a year and a half.',
    wrap: refuseUnless(180),
  }),
  defineDeviation({
    name: 'pat-without-name-accepted',
    requirement: 'pat.requires-name',
    caughtBy: 'pat.requires-name.missing',
    description: 'A token without a name gets one.',
    wrap: fillIn('name'),
  }),
  defineDeviation({
    name: 'pat-without-name-refused-yet-created',
    requirement: 'pat.requires-name',
    caughtBy: 'pat.requires-name.missing',
    description: 'A creation without a name is refused, and the token is there all the same.',
    wrap: fillIn('name', true),
  }),
  defineDeviation({
    name: 'pat-without-scopes-accepted',
    requirement: 'pat.requires-scopes',
    caughtBy: 'pat.requires-scopes.missing',
    description: 'A token without scopes gets those of an earlier one.',
    wrap: fillIn('scopes'),
  }),
  defineDeviation({
    name: 'pat-without-scopes-refused-yet-created',
    requirement: 'pat.requires-scopes',
    caughtBy: 'pat.requires-scopes.missing',
    description: 'A creation without scopes is refused, and the token is there all the same.',
    wrap: fillIn('scopes', true),
  }),
  defineDeviation({
    name: 'pat-without-expiry-accepted',
    requirement: 'pat.requires-expiry',
    caughtBy: 'pat.requires-expiry.missing',
    description: 'A token without expires_at lasts as long as an earlier one.',
    wrap: fillIn('expires_at'),
  }),
  defineDeviation({
    name: 'pat-null-name-accepted',
    requirement: 'pat.requires-name',
    caughtBy: 'pat.requires-name.null',
    description: 'A token with null as its name gets one.',
    wrap: fillIn('name', false, null),
  }),
  defineDeviation({
    name: 'pat-null-scopes-accepted',
    requirement: 'pat.requires-scopes',
    caughtBy: 'pat.requires-scopes.null',
    description: 'A token with null as scopes gets those of an earlier one.',
    wrap: fillIn('scopes', false, null),
  }),
  defineDeviation({
    name: 'pat-null-expiry-accepted',
    requirement: 'pat.requires-expiry',
    caughtBy: 'pat.requires-expiry.null',
    description: 'A token with null as expires_at lasts as long as an earlier one.',
    wrap: fillIn('expires_at', false, null),
  }),
]
