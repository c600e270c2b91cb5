// Good and bad requests of every operation of a document, made from its parameters.
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type Any, listOperations } from '../emulator/documents.ts'
import { sampleRequest, spoiltRequests } from '../emulator/sample-requests.ts'

/** A request and what is special about it. */
export interface Varied {
  readonly operation: string
  readonly what: string
  /** True if the document allows it. */
  readonly good: boolean
  readonly request: Request
  /** The status of a fault that strikes it. */
  readonly fault?: number
}

const faults = [400, 401, 418, 429, 500, 502, 503, 504]
const unknownId = '0'.repeat(27)

/** Values for a parameter: those that its schema allows, and those that it does not. */
function variedValues({ enum: allowed, type, pattern, maximum }: Any): {
  readonly good: string[]
  readonly bad: string[]
} {
  if (allowed) return { good: allowed, bad: [`${allowed[0]}x`, String(allowed[0]).toUpperCase()] }
  if (type === 'integer')
    return {
      good: ['1', '2', String(maximum ?? 50)],
      bad: ['0', '-1', 'x', '1.5', ...(maximum ? [`${maximum + 1}`] : [])],
    }
  if (pattern?.includes('{27}'))
    return { good: [unknownId, `wrk_${unknownId}`], bad: ['short', `${unknownId}0`, `WRK_${unknownId}`] }
  return { good: ['a', 'é & ü', 'A%20b'], bad: [] }
}

/** Sends the same request to another server. */
export async function redirected(request: Request, url: string): Promise<Request> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  return new Request(`${url}${pathname}${search}`, {
    method: request.method,
    headers: request.headers,
    ...(body === '' ? {} : { body }),
    redirect: 'manual',
  })
}

/** Every variation for every operation. The emulator must be in its first state whenever one is taken. */
export function* variedRequests(emulator: Emulator, document: Any): Generator<Varied> {
  for (const place of listOperations(document)) {
    const operation: string = place.operation.operationId
    const sample = () => sampleRequest(emulator, place)
    yield { operation, what: 'a good request', good: true, request: sample() }
    for (const { name, in: where, schema } of place.operation.parameters ?? []) {
      if (where !== 'query') continue
      for (const [kind, values] of Object.entries(variedValues(schema)))
        for (const value of values) {
          const url = new URL(sample().url)
          url.searchParams.set(name, value)
          const request = new Request(url, sample())
          yield { operation, what: `${name}=${value}`, good: kind === 'good', request }
        }
    }
    for (const [what, request] of Object.entries(spoiltRequests(emulator, place)))
      // Prism itself refuses a body that is not JSON.
      if (what !== 'broken body') yield { operation, what, good: false, request }
    const fault = faults[operation.length % faults.length]!
    yield { operation, what: `a fault ${fault}`, good: true, request: sample(), fault }
  }
}
