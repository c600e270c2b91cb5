// Services that something disturbs while they are learned: a quota, a lock-out, a gateway. They teach nothing wrong.
import { expect, it } from 'vitest'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { markInexpressible } from '../../bin/judges/twin/expressible.ts'
import { judgeLearned, learnEmulator, type Learning } from '../../testing/learned-emulator.ts'
import { learnedValues, toLearnedDocument } from './learned-document.ts'

type Between = NonNullable<Learning['between']>

const refusal = (status: number): Response => Response.json({ error: 'not now' }, { status })
const page = (status: number): Response =>
  new Response('<!doctype html><h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Answers with something else from a request on. */
const answerLaterRequests =
  (first: number, answer: () => Response): Between =>
  (next) => {
    let count = 0
    return (request) => (++count >= first ? Promise.resolve(answer()) : next(request))
  }

const lockedOut: Between = (next) => {
  let refused = 0
  return async (request) => {
    if (refused >= 3) return refusal(401)
    const response = await next(request)
    if (response.status === 401) refused++
    return response
  }
}

/** A page in the place of every seventh answer. */
const pages =
  (status: number): Between =>
  (next) => {
    let count = 0
    return (request) => (++count % 7 === 0 ? Promise.resolve(page(status)) : next(request))
  }

it.each<[string, Between, least: number]>([
  ['a quota that answers 403', answerLaterRequests(25, () => refusal(403)), 8],
  ['a quota that answers 429', answerLaterRequests(20, () => refusal(429)), 8],
  ['an outage', answerLaterRequests(25, () => refusal(503)), 8],
  ['a lock-out after three refusals', lockedOut, 25],
  ['pages of a firewall', pages(403), 30],
  ['pages to sign in', pages(200), 30],
])('learns nothing wrong despite %s', async (_name, between, least) => {
  const { learned, emulator } = await learnEmulator({}, { between, allowWrites: false, limits: { maxWait: 0 } })
  const { wrong, learned: count } = judgeLearned(learned, emulator)
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThanOrEqual(least)
  // The learned files start a twin.
  const { conventions } = toLearnedDocument(
    { ...learned, observations: markInexpressible(learned.observations) },
    { baseUrl: 'http://target.test', allowWrites: false },
  )
  withConventions(defaultConventions, learnedValues({ conventions }))
})
