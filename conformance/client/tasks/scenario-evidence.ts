// Predicates that show from the requests of a run whether a scenario happened.
import { sentBearer, isUnauthenticated } from '../evidence/tokens.ts'
import { type ClientExchange, formParameters, isAnswered, queryParameters } from '../evidence/transcript.ts'
import { listedPages } from '../evidence/pages.ts'
import { collectTexts } from '../../reading/find-list.ts'
import { tokenObject } from '../../reading/token-answer.ts'
import type { OutcomeRun, AllowedReports } from './task.ts'

type RunCondition = (run: OutcomeRun) => boolean

/** The requests of a run to endpoints other than the token endpoint. */
function apiCalls({ transcript }: OutcomeRun): readonly ClientExchange[] {
  return transcript.exchanges.filter(({ request: { operation } }) => operation !== 'oauth.token')
}

/** True if a call was answered with one of these statuses. */
export const sawStatus =
  (...statuses: readonly number[]): RunCondition =>
  (run) =>
    apiCalls(run).some(({ response }) => response !== undefined && statuses.includes(response.status))

/** True if a call was refused, or failed. */
export const wasRefused: RunCondition = (run) =>
  apiCalls(run).some(({ response }) => response !== undefined && response.status >= 400)

/** Returns true if a call was made. Its answer may arrive after the end of the run. */
export const wasAsked: RunCondition = (run) => apiCalls(run).length > 0

/** Returns true if a call was answered with success. */
export const wasServed: RunCondition = (run) => apiCalls(run).some(isAnswered)

/** Returns true if any request was answered with success, including token requests. */
export const wasAnyServed: RunCondition = ({ transcript }) => transcript.exchanges.some(isAnswered)

/** True if a call with one of these methods got no answer. */
export const sawDrop =
  (...methods: readonly string[]): RunCondition =>
  (run) =>
    apiCalls(run).some(({ request: { method }, response }) => response === undefined && methods.includes(method))

/** Returns true if a state code was returned that changes when it is percent-encoded. */
export const codeToEncode: RunCondition = (run) =>
  apiCalls(run).some(
    (exchange) =>
      exchange.request.operation === 'connect.prepare' &&
      isAnswered(exchange) &&
      collectTexts(exchange.response?.json).some(({ text }) => encodeURIComponent(text) !== text),
  )

const hasLink = ({ response }: ClientExchange): boolean => !!response?.headers['link']

/** True if a page had a Link header. */
export const sawLinks: RunCondition = (run) => apiCalls(run).some(hasLink)

/** True if more than one page had a Link header. */
export const sawSeveralLinks: RunCondition = (run) => apiCalls(run).filter(hasLink).length > 1

/** True if a call with a Bearer token was refused. The status depends on the service and the operation. */
export const tokenRefused: RunCondition = (run) =>
  apiCalls(run).some((exchange) => sentBearer(exchange) !== undefined && isUnauthenticated(exchange, run.dialect))

/** True if a call was refused because no object has its id. */
export const refusedUnknownId: RunCondition = (run) =>
  apiCalls(run).some(({ response, servedAs }) => response?.status === run.dialect.refusals(servedAs).unknown)

/** True if a refresh was refused. */
export const refreshRefused: RunCondition = ({ transcript }) =>
  transcript.exchanges.some(
    (exchange) =>
      exchange.request.operation === 'oauth.token' &&
      formParameters(exchange).get('grant_type') === 'refresh_token' &&
      exchange.response !== undefined &&
      exchange.response.status >= 400,
  )

/** True if the list of products changed during the run. */
export const productsChanged: RunCondition = ({ before, after, input }) => {
  const productIds = (world: typeof before) =>
    (world.catalogs.get(String(input['catalogId'])) ?? []).map(({ id }) => id).join(' ')
  return productIds(before) !== productIds(after)
}

/** True if the first page was shorter than its limit although more products exist. */
export const shortPage: RunCondition = (run) => {
  const [page] = listedPages(run, 'products.list')
  if (!page) return false
  const products = run.before.catalogs.get(String(run.input['catalogId'])) ?? []
  const from = page.query.get('ending_before')
  const behind = from === null ? products : products.filter(({ id }) => id > from)
  const limit = Number(page.query.get('limit') ?? run.dialect.pageSize.default)
  return page.ids.length < Math.min(limit, behind.length)
}

/** An error is right if a cursor was refused. */
export function unlessCursorRefused(run: OutcomeRun): AllowedReports {
  const isRefused = inputRefused(run).some((exchange) =>
    ['starting_after', 'ending_before'].some((name) => queryParameters(exchange).has(name)),
  )
  return isRefused ? 'valueOrError' : 'value'
}

/** An error is right if a service refuses unknown parameters that are in its own links. */
export function unlessParametersRefused(run: OutcomeRun): AllowedReports {
  return inputRefused(run).length > 0 ? 'valueOrError' : 'value'
}

/** The calls whose input was refused. */
function inputRefused(run: OutcomeRun): readonly ClientExchange[] {
  return apiCalls(run).filter((exchange) => {
    const statuses = [400, run.dialect.refusals(exchange.servedAs).refused]
    return statuses.includes(exchange.response?.status ?? 0) && !isUnauthenticated(exchange, run.dialect)
  })
}

/** Returns true if a request arrived while another one was in flight. */
export function areConcurrent(exchanges: readonly ClientExchange[]): boolean {
  return exchanges.some(({ arrived }, index) => index > 0 && (exchanges[index - 1]!.answered ?? Infinity) > arrived)
}

/**
 * The numbers of the orders in which concurrent requests are answered. A client that sends one request at a time has
 * none, except in `walk-events`.
 */
export function ordersOfAnswers({ task, transcript: { exchanges } }: OutcomeRun, races: number): readonly number[] {
  return areConcurrent(exchanges) || task === 'walk-events'
    ? Array.from({ length: races }, (_none, index) => index + 1)
    : []
}

/** The most calls of a run of which each is once the one whose token expires. */
const mostCalls = 12

/**
 * The numbers of the calls with an access token that was issued in the run: of many, the first few, one in the middle
 * and the last.
 */
export function callsWithAccessToken(run: OutcomeRun): readonly number[] {
  const issued = new Set(run.transcript.exchanges.map(({ response }) => tokenObject(response?.json)?.['access_token']))
  const withToken = apiCalls(run).filter((exchange) =>
    issued.has(/^Bearer (.+)$/i.exec(exchange.request.headers['authorization'] ?? '')?.[1]),
  )
  const numbers = withToken.map((_request, index) => index + 1)
  const { length } = numbers
  return length > mostCalls ? [...numbers.slice(0, 4), Math.ceil(length / 2), length] : numbers
}
