import type { FetchWrapper } from '../deviation.ts'
import { InterceptedRequest, type Changes, type Operations } from './intercepted-request.ts'
import {
  readJson,
  type ListedRecord,
  type Members,
  problem,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from './messages.ts'
import { isObject } from '../../../tools/is-object.ts'

type Test = (intercepted: InterceptedRequest) => boolean | Promise<boolean>
type TestAnswer = (response: Response, intercepted: InterceptedRequest) => boolean | Promise<boolean>

/**
 * Handles the requests for some operations, and passes all others on unchanged.
 *
 * @param method Handles requests with this method at the paths of the operations, instead of their own methods.
 */
export const on =
  (
    operations: Operations,
    handle: (intercepted: InterceptedRequest) => Response | Promise<Response>,
    method?: string,
  ): FetchWrapper =>
  (next, operationOf) =>
  async (request) => {
    const methods = method === undefined ? [request.method] : ['GET', 'POST', 'PUT', 'DELETE']
    const intercepted = methods
      .map((method) => new InterceptedRequest(request, operationOf(request, method), next))
      .find((request) => request.isFor(operations))
    return intercepted && [undefined, request.method].includes(method) ? handle(intercepted) : next(request)
  }

/** Makes a new wrapper each time the deviation is switched on, so that its memory starts empty. */
export const remember =
  (make: () => FetchWrapper): FetchWrapper =>
  (next, operationOf) =>
    make()(next, operationOf)

/** One wrapper around another: requests meet the outer one first, answers the inner one. */
export const around =
  (outer: FetchWrapper, inner: FetchWrapper): FetchWrapper =>
  (next, operationOf) =>
    outer(inner(next, operationOf), operationOf)

/** Answers requests without sending them on. */
export const answer = (
  operations: Operations,
  make: (intercepted: InterceptedRequest) => Response,
  when: Test = () => true,
): FetchWrapper =>
  on(operations, async (intercepted) => ((await when(intercepted)) ? make(intercepted) : intercepted.send()))

/** Refuses requests without sending them on. */
export const refuseRequests = (operations: Operations, status: number, when?: Test): FetchWrapper =>
  answer(operations, () => problem(status), when)

/** Passes requests on with changes; undefined passes one on unchanged. */
export const mapRequest = (
  operations: Operations,
  change: (intercepted: InterceptedRequest) => Changes | undefined | Promise<Changes | undefined>,
): FetchWrapper => on(operations, async (intercepted) => intercepted.send(await change(intercepted)))

/** Passes requests on with another query; undefined leaves it unchanged. */
export const mapQuery = (operations: Operations, change: (query: URLSearchParams) => Changes['query']): FetchWrapper =>
  mapRequest(operations, ({ query }) => ({ query: change(query) ?? {} }))

/** Passes requests on with another JSON body. A body that is not a JSON object stays unchanged. */
export const mapSent = (operations: Operations, change: (sent: Members) => Members): FetchWrapper =>
  mapRequest(operations, async ({ request }) => {
    const sent = await readJson(request)
    return isObject(sent) ? { json: change(sent) } : undefined
  })

/** Sends requests again with changes, if the first answer requires it. */
export const retry = (
  operations: Operations,
  change: (response: Response, intercepted: InterceptedRequest) => Changes | undefined | Promise<Changes | undefined>,
): FetchWrapper =>
  on(operations, async (intercepted) => {
    const response = await intercepted.send()
    const changes = await change(response, intercepted)
    return changes ? intercepted.send(changes) : response
  })

/** Changes answers; `when` says which. Default: the successful ones. */
export function mapAnswer(
  operations: Operations,
  change: (response: Response, intercepted: InterceptedRequest) => Response | Promise<Response>,
  when: TestAnswer = ({ ok }) => ok,
): FetchWrapper {
  return on(operations, async (intercepted) => {
    const response = await intercepted.send()
    return (await when(response, intercepted)) ? change(response, intercepted) : response
  })
}

/** Changes a header of successful answers; undefined leaves it out. */
export const mapHeader = (operations: Operations, name: string, value: string | undefined): FetchWrapper =>
  mapAnswer(operations, async (response) => {
    const headers = new Headers(response.headers)
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
    return new Response(await response.arrayBuffer(), { headers })
  })

/**
 * Changes the JSON of answers. A body stays unchanged if the change returns undefined or throws: another deviation may
 * have changed it before.
 */
export function mapBody(
  operations: Operations,
  change: (body: unknown, intercepted: InterceptedRequest) => unknown,
  when?: TestAnswer,
): FetchWrapper {
  const make = async (response: Response, intercepted: InterceptedRequest) => {
    const body = await readJson(response)
    try {
      const changed = body === undefined ? undefined : change(body, intercepted)
      return changed === undefined ? response : replaceJsonBody(response, changed)
    } catch {
      return response
    }
  }
  return mapAnswer(operations, make, when)
}

/** Changes the records of lists, all at once. */
export const mapList = (
  operations: Operations,
  change: (records: readonly ListedRecord[], intercepted: InterceptedRequest) => readonly unknown[],
  when?: TestAnswer,
): FetchWrapper =>
  mapBody(operations, (body, intercepted) => replaceRecords(body, change(listedRecords(body), intercepted)), when)

/** Changes the records of lists, one by one. */
export const mapRecords = (
  operations: Operations,
  change: (record: ListedRecord, index: number, intercepted: InterceptedRequest) => unknown,
): FetchWrapper =>
  mapList(operations, (records, intercepted) => records.map((record, index) => change(record, index, intercepted)))

/** Serves operations only below a version, in requests that `when` is true for. */
export const serveBelowVersion =
  (operations: Operations, when: Test = () => true): FetchWrapper =>
  (next, operationOf) =>
  async (request) => {
    const intercepted = new InterceptedRequest(request, operationOf(request), next)
    if (intercepted.isFor(operations) && (await when(intercepted))) return problem(404, 'unknown_endpoint')
    const { method, headers } = request
    const url = request.url.replace(/^(.*)\/\d+\.\d+(?=\/)/, '$1')
    const isServed = new InterceptedRequest(request, operationOf(new Request(url, { method, headers })), next).isFor(
      operations,
    )
    return intercepted.send(isServed ? { url } : undefined)
  }
