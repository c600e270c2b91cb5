import type { FetchWrapper } from '../define-deviation.ts'
import { Asked, type Changes, type Place } from './asked.ts'
import { jsonOf, type Listed, type Members, problem, recordsIn, withJson, withRecords } from './messages.ts'
import { isObject } from '../../../tools/is-object.ts'

/** In what way a server deviates. */
export type Way = FetchWrapper

type Eventually<Value> = Value | Promise<Value>
type Test = (asked: Asked) => Eventually<boolean>
type TestAnswer = (response: Response, asked: Asked) => Eventually<boolean>

/**
 * Handles the requests for some operations; the others go on as they came.
 *
 * @param method Handles requests by this method at the paths of the operations, in place of their own methods.
 */
export const on =
  (place: Place, handle: (asked: Asked) => Eventually<Response>, method?: string): Way =>
  (next, operationOf) =>
  async (request) => {
    const methods = method === undefined ? [request.method] : ['GET', 'POST', 'PUT', 'DELETE']
    const asked = methods
      .map((method) => new Asked(request, operationOf(request, method), next))
      .find((one) => one.at(place))
    return asked && [undefined, request.method].includes(method) ? handle(asked) : next(request)
  }

/** Makes a way anew each time that the deviation is switched on, so that what it remembers starts empty. */
export const remember =
  (make: () => Way): Way =>
  (next, operationOf) =>
    make()(next, operationOf)

/** One way around another: requests meet the outer one first, answers the inner one. */
export const around =
  (outer: Way, inner: Way): Way =>
  (next, operationOf) =>
    outer(inner(next, operationOf), operationOf)

/** Answers requests without sending them on. */
export const answer = (place: Place, make: (asked: Asked) => Response, when: Test = () => true): Way =>
  on(place, async (asked) => ((await when(asked)) ? make(asked) : asked.send()))

/** Refuses requests without sending them on. */
export const refuse = (place: Place, status: number, when?: Test): Way => answer(place, () => problem(status), when)

/** Sends requests on with changes; undefined leaves one as it came. */
export const mapRequest = (place: Place, change: (asked: Asked) => Eventually<Changes | undefined>): Way =>
  on(place, async (asked) => asked.send(await change(asked)))

/** Sends requests on with another query; undefined leaves it as it came. */
export const mapQuery = (place: Place, change: (query: URLSearchParams) => Changes['query']): Way =>
  mapRequest(place, ({ query }) => ({ query: change(query) ?? {} }))

/** Sends requests on with another JSON body; what is no JSON object stays as it came. */
export const mapSent = (place: Place, change: (sent: Members) => Members): Way =>
  mapRequest(place, async ({ request }) => {
    const sent = await jsonOf(request)
    return isObject(sent) ? { json: change(sent) } : undefined
  })

/** Sends requests again with changes, where the first answer calls for it. */
export const retry = (
  place: Place,
  change: (response: Response, asked: Asked) => Eventually<Changes | undefined>,
): Way =>
  on(place, async (asked) => {
    const response = await asked.send()
    const changes = await change(response, asked)
    return changes ? asked.send(changes) : response
  })

/** Changes answers; `when` says which. Default: those that tell of success. */
export function mapAnswer(
  place: Place,
  change: (response: Response, asked: Asked) => Eventually<Response>,
  when: TestAnswer = ({ ok }) => ok,
): Way {
  return on(place, async (asked) => {
    const response = await asked.send()
    return (await when(response, asked)) ? change(response, asked) : response
  })
}

/** Answers requests that are refused as the first good one, if `isTaken`. */
export const replay = (place: Place, isTaken: TestAnswer): Way =>
  remember(() => {
    let first: Response | undefined
    return on(place, async (asked) => {
      const response = await asked.send()
      if (response.status < 400) first ??= response.clone()
      return response.status >= 400 && first && (await isTaken(response, asked)) ? first.clone() : response
    })
  })

/** An id of nothing gets what the first id got that was found. */
export const anyId = (place: Place): Way =>
  remember(() => {
    let found: string | undefined
    return retry(place, ({ ok, status }, { id }) => {
      if (ok) found ??= id
      return status === 404 && found !== undefined ? { id: found } : undefined
    })
  })

/** Changes a header of successful answers; undefined leaves it out. */
export const mapHeader = (place: Place, name: string, value: string | undefined): Way =>
  mapAnswer(place, async (response) => {
    const headers = new Headers(response.headers)
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
    return new Response(await response.arrayBuffer(), { headers })
  })

/**
 * Changes the JSON of answers. What the change gives undefined for stays as it is, and so does what it cannot read:
 * two deviations may be on at once.
 */
export function mapBody(place: Place, change: (body: unknown, asked: Asked) => unknown, when?: TestAnswer): Way {
  const make = async (response: Response, asked: Asked) => {
    const body = await jsonOf(response)
    try {
      const changed = body === undefined ? undefined : change(body, asked)
      return changed === undefined ? response : withJson(response, changed)
    } catch {
      return response
    }
  }
  return mapAnswer(place, make, when)
}

/** Changes the records of lists, all at once. */
export const mapList = (
  place: Place,
  change: (records: readonly Listed[], asked: Asked) => readonly unknown[],
  when?: TestAnswer,
): Way => mapBody(place, (body, asked) => withRecords(body, change(recordsIn(body), asked)), when)

/** Changes the records of lists, one by one. */
export const mapRecords = (place: Place, change: (record: Listed, index: number, asked: Asked) => unknown): Way =>
  mapList(place, (records, asked) => records.map((record, index) => change(record, index, asked)))

/** Serves operations behind a version alone, in requests that `when` is true for. */
export const behindVersion =
  (place: Place, when: Test = () => true): Way =>
  (next, operationOf) =>
  async (request) => {
    const asked = new Asked(request, operationOf(request), next)
    if (asked.at(place) && (await when(asked))) return problem(404, 'unknown_endpoint')
    const { method, headers } = request
    const url = request.url.replace(/^(.*)\/\d+\.\d+(?=\/)/, '$1')
    const isServed = new Asked(request, operationOf(new Request(url, { method, headers })), next).at(place)
    return asked.send(isServed ? { url } : undefined)
  }
