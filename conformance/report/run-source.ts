// A whole run as JSON, from which a bundle can be rendered anew.
import type { Exchange } from '../conclusions/exchange.ts'
import type { RunResult } from '../judge/result.ts'
import { isObject } from '../reading/find-list.ts'
import type { EncodedRun } from './encoded-run.ts'
import type { ReportOptions } from './reports.ts'

/** The part of a run and of the options of its reports that the reports of a bundle depend on. */
export interface RunSource {
  readonly result: RunResult
  readonly options: Pick<ReportOptions, 'baseline' | 'command'>
}

/** Marks a value that JSON does not have, and an object that has this name. */
const mark = '$'

/** A run as JSON, without the exchanges that a HAR has. */
export function encodeRun({ result, options: { baseline, command } }: RunSource): EncodedRun {
  const requests = new Map<unknown, number>()
  const requestList: unknown[] = []
  const exchanges = new Map<unknown, number>()
  const exchangeList: unknown[] = []

  const encode = (value: unknown): unknown => {
    if (value === undefined) return { [mark]: 'undefined' }
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return { [mark]: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
    if (Array.isArray(value)) return value.map(encode)
    if (typeof value !== 'object' || value === null) return value
    if (isExchange(value)) return { [mark]: 'exchange', index: indexOfExchange(value) }
    return plain(value)
  }
  const plain = (value: object): unknown => {
    const members = Object.entries(value).map(([name, member]) => [name, encode(member)] as const)
    return Object.hasOwn(value, mark) ? { [mark]: 'object', members } : Object.fromEntries(members)
  }
  const indexOfExchange = (exchange: Exchange): number => {
    const known = exchanges.get(exchange)
    if (known !== undefined) return known
    let request = requests.get(exchange.request)
    if (request === undefined) {
      request = requestList.push(plain(exchange.request)) - 1
      requests.set(exchange.request, request)
    }
    const index = exchangeList.push({ ...(plain({ ...exchange, request: 0 }) as object), request }) - 1
    exchanges.set(exchange, index)
    return index
  }

  const run = encode({ result: { ...result, exchanges: [] }, options: { baseline, command } })
  return { requests: requestList, exchanges: exchangeList, run }
}

/** The run of a JSON value; undefined if the value is not an encoded run. Its members may still have wrong types. */
export function decodeRun(value: unknown): RunSource | undefined {
  if (!isObject(value)) return undefined
  const { requests, exchanges, run } = value as Partial<EncodedRun>
  if (!Array.isArray(requests) || !Array.isArray(exchanges)) return undefined

  const decode = (encoded: unknown): unknown => {
    if (Array.isArray(encoded)) return encoded.map(decode)
    if (!isObject(encoded)) return encoded
    if (!Object.hasOwn(encoded, mark))
      return Object.fromEntries(Object.entries(encoded).map(([name, member]) => [name, decode(member)]))
    switch (encoded[mark]) {
      case 'number':
        return Number(encoded['text'])
      case 'exchange':
        return exchangeList[Number(encoded['index'])]
      case 'object':
        return Object.fromEntries(
          (encoded['members'] as readonly (readonly [string, unknown])[]).map(([name, member]) => [
            name,
            decode(member),
          ]),
        )
      default:
        return undefined
    }
  }
  const requestList = requests.map(decode)
  // An exchange holds no other exchange.
  const exchangeList: unknown[] = exchanges.map((encoded) => {
    const exchange = decode(encoded) as { readonly request: number }
    return { ...exchange, request: requestList[exchange.request] }
  })
  return decode(run) as RunSource
}

function isExchange(value: object): value is Exchange {
  return 'request' in value && 'response' in value && 'startedAt' in value
}
