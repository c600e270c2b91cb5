import { findOperation, type RecordKind } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { findList, addressListName, findObject, type Item, findRecord } from './find-list.ts'

/** The records in an answer. */
export interface DocumentedRecords {
  readonly kind: RecordKind
  readonly records: readonly Item[]
  /** True if the answer is a list, false if it is one record. */
  readonly list: boolean
  /** The path to the list. */
  readonly path: readonly string[]
}

/**
 * The path of the list in each kind of answer, learned from the longest list, since a short list may be shorter than
 * another array in the same answer.
 */
export class ListPlaces {
  readonly #places = new Map<RecordKind, { readonly path: readonly string[]; readonly length: number }>()

  /** The records of an answer at the usual path of its kind. */
  read(exchange: Exchange): DocumentedRecords | undefined {
    const answered = answeredRecords(exchange)
    if (!answered?.list) return answered
    const { kind, path, records } = answered
    const place = this.#places.get(kind)
    if (!place || records.length > place.length) this.#places.set(kind, { path, length: records.length })
    else if (place.path.join() !== path.join()) return answeredRecords(exchange, place.path)
    return answered
  }
}

/**
 * The records of platform objects in an answer; undefined unless it is a success of a documented endpoint.
 * Descriptions, tokens, results of commands, configuration values and error bodies may have other kinds of ids.
 */
function answeredRecords({ request, response }: Exchange, known?: readonly string[]): DocumentedRecords | undefined {
  if (
    response.status < 200 ||
    response.status > 299 ||
    response.json === undefined ||
    !['GET', 'POST', 'PUT', 'DELETE'].includes(request.method)
  )
    return undefined
  const kind = request.operation && findOperation(request.operation).record
  if (!kind) return undefined
  const found = request.method === 'GET' ? findList(response.json, known, addressListName(request.url)) : undefined
  if (found) return { kind, list: true, path: found.path, records: found.items.map((item) => findRecord(item) ?? item) }
  const record = findObject(response.json)
  return record && { kind, list: false, path: [], records: [record] }
}
