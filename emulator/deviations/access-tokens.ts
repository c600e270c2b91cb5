import { accessTokenAnswerDeviations } from './access-tokens-answers.ts'
import { accessTokenChangeDeviations } from './access-tokens-changes.ts'
import { accessTokenCreationDeviations } from './access-tokens-creation.ts'
import {
  bodyOf,
  handleTokens,
  later,
  mapTokens,
  type ShownToken,
  takeBack,
  tokenRequest,
  tokensIn,
  withAnswer,
  withBody,
} from './access-tokens-requests.ts'
import { deadTokenDeviations, goOn } from './access-tokens-dead.ts'
import { defineDeviation, type Deviation } from './define-deviation.ts'
import { authorizationOf, by, knowTokens, usedTokenRevoked } from './known-tokens.ts'

const endDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'pat-revoke-without-effect',
    requirement: 'pat.revoke',
    caughtBy: 'pat.revoke.refused',
    description: 'A revoked token is gone from the list, and goes on working.',
    wrap: knowTokens((next, known) => {
      const hidden = new Set<string>()
      return async (request) => {
        const token = usedTokenRevoked(request, known)
        if (token && !hidden.has(token.id)) {
          hidden.add(token.id)
          return new Response(null, { status: 204 })
        }
        const response = await next(request.clone())
        if (tokenRequest(request)?.kind !== 'list' || response.status !== 200) return response
        return withAnswer(
          response,
          mapTokens(await bodyOf(response), (one) => (hidden.has(one.id) ? undefined : one)),
        )
      }
    }),
  }),
  defineDeviation({
    name: 'pat-revoke-answers-not-found',
    requirement: 'pat.revoke',
    caughtBy: 'pat.revoke.refused',
    description: 'A revocation answers 404, whatever the id.',
    wrap: handleTokens((next) => async (request, { kind }) => {
      const response = await next(request)
      if (kind !== 'revoke' || response.status >= 300) return response
      return Response.json({ error: { code: 'not_found', message: 'No such token.' } }, { status: 404 })
    }),
  }),
  defineDeviation({
    name: 'pat-revoke-ends-all',
    requirement: 'pat.revoke',
    caughtBy: 'pat.revoke.refused',
    description: 'The revocation of a token that was in use ends every token that was created so far.',
    wrap: knowTokens((next, known) => {
      const ended = new Set<string>()
      return async (request) => {
        const revoked = usedTokenRevoked(request, known)
        const response = await next(ended.has(authorizationOf(request)) ? by(request, 'Bearer ended') : request.clone())
        if (revoked && response.status < 300) for (const authorization of known.keys()) ended.add(authorization)
        return response
      }
    }),
  }),
  defineDeviation({
    name: 'pat-revoked-still-listed',
    requirement: 'pat.revoke-unlists',
    caughtBy: 'pat.revoke-unlists.list',
    description: 'A revoked token stays in the list.',
    wrap: handleTokens((next) => {
      const shown = new Map<string, ShownToken>()
      const revoked: ShownToken[] = []
      return async (request, { kind, id }) => {
        const response = await next(request)
        if (kind === 'revoke' && response.status < 300 && shown.has(id)) revoked.push(shown.get(id)!)
        if (kind !== 'list' || response.status !== 200) return response
        const body = await bodyOf(response)
        const tokens = tokensIn(body)
        for (const token of tokens) shown.set(token.id, token)
        // The first page carries those that are gone.
        return withAnswer(response, {
          ...body,
          data: new URL(request.url).searchParams.has('starting_after') ? tokens : [...revoked, ...tokens],
        })
      }
    }),
  }),
  defineDeviation({
    name: 'pat-revoke-unlists-all',
    requirement: 'pat.revoke-unlists',
    caughtBy: 'pat.revoke-unlists.list',
    description: 'The revocation of a token that was in use empties the list, although the other tokens go on working.',
    wrap: knowTokens((next, known) => {
      let emptied = false
      return async (request) => {
        const revoked = usedTokenRevoked(request, known)
        const response = await next(request.clone())
        if (revoked && response.status < 300) emptied = true
        if (!emptied || tokenRequest(request)?.kind !== 'list' || response.status !== 200) return response
        return withAnswer(
          response,
          mapTokens(await bodyOf(response), () => undefined),
        )
      }
    }),
  }),
  defineDeviation({
    name: 'pat-never-expires',
    requirement: 'pat.expires',
    caughtBy: 'pat.expires.refused',
    description: 'A token goes on working behind its expires_at.',
    wrap: goOn('expired', /^\//),
  }),
]

/** The expiry deviations know no clock: one that ends a token early asks for less than was asked of it. */
const early: Deviation = defineDeviation({
  name: 'pat-expires-early',
  requirement: 'pat.expires',
  caughtBy: 'pat.expires.refused',
  description: 'A token stops working a day before its expires_at.',
  wrap: handleTokens((next) => {
    const asked = new Map<string, unknown>()
    return async (request, { kind }) => {
      const sent = kind === 'create' ? await bodyOf(request) : {}
      const sooner =
        sent['expires_at'] === undefined
          ? undefined
          : await next(withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], -1) }))
      // At the lower end there is no day to take away, and at the upper end none to add.
      const right = sooner && sooner.status < 300 ? await next(request.clone()) : undefined
      if (sooner && right && right.status > 299) await takeBack(next, request, sooner)
      if (sooner && right && right.status < 300) await takeBack(next, request, right)
      const response = sooner && right && right.status < 300 ? sooner : (right ?? (await next(request)))
      if (response.status > 299 || response.status === 204) return response
      const body = await bodyOf(response)
      if (kind === 'create') for (const { id } of tokensIn(body)) asked.set(id, sent['expires_at'])
      return withAnswer(
        response,
        mapTokens(body, (token) => (asked.has(token.id) ? { ...token, expires_at: asked.get(token.id) } : token)),
      )
    }
  }),
})

/** Servers that deviate from clauses 2.2, 4.2 and 5.3. */
export const accessTokenDeviations: readonly Deviation[] = [
  ...accessTokenCreationDeviations,
  ...accessTokenAnswerDeviations,
  ...accessTokenChangeDeviations,
  ...endDeviations,
  early,
  ...deadTokenDeviations,
]
