import { type OperationId, operationIds } from '../../../model/contract/operation-ids.ts'
import { tryDecodeURIComponent } from 'hono/utils/url'
import type { AskedOperation, FetchLike } from '../deviation.ts'

/** The lists of clause 4.4. */
export const documentedLists: readonly OperationId[] = ['environments.list', 'resources.list', 'products.list']

/** The lists that are paged by the Link header (clause 4.10). */
export const linkLists: readonly OperationId[] = ['legacy.groups.list', 'legacy.events.list']

const prefixedOperations = (prefix: string) => operationIds.filter((id) => id.startsWith(prefix))

export const tokensApi: readonly OperationId[] = prefixedOperations('access-tokens.')
export const servicesApi: readonly OperationId[] = prefixedOperations('services.')

/** Every list of the versioned API. */
export const everyList: readonly OperationId[] = operationIds.filter(
  (id) => id.endsWith('.list') && !id.startsWith('legacy.'),
)

/** The scope of a deviation: some operations, or every request. */
export type Operations = OperationId | readonly OperationId[] | 'everywhere'

/** The changes to a request that is sent on. */
export interface Changes {
  readonly url?: string
  /** Another method. It removes the body, unless a new one is given. */
  readonly method?: string
  /** Replaces the id in the path. */
  readonly id?: string
  /** Parameters of the query; undefined removes one. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly authorization?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

/** Changes of the query that remove parameters. */
export const removeParameters = (...names: readonly string[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** A request that a deviation has received, with what it takes to send it on, once or several times. */
export class InterceptedRequest {
  readonly request: Request
  readonly operation: AskedOperation | undefined
  readonly #next: FetchLike

  constructor(request: Request, operation: AskedOperation | undefined, next: FetchLike) {
    this.request = request
    this.operation = operation
    this.#next = next
  }

  /** Returns true if the request is for one of the operations. */
  isFor(operations: Operations): boolean {
    const id = this.operation?.id
    return operations === 'everywhere' || (id !== undefined && [operations].flat().includes(id))
  }

  /** The first parameter of the path, which is an id wherever an id is. */
  get id(): string {
    return Object.values(this.operation?.params ?? {})[0] ?? ''
  }

  /** The id in the path, without a prefix. */
  get bareId(): string {
    return this.id.slice(-27)
  }

  /** A copy of the query. */
  get query(): URLSearchParams {
    return new URL(this.request.url).searchParams
  }

  get authorization(): string {
    return this.request.headers.get('authorization') ?? ''
  }

  /** Sends the request on, with some changes. It can be sent again afterwards. */
  readonly send = async (changes?: Changes): Promise<Response> =>
    this.#next(changes ? await this.#changed(changes) : this.request.clone())

  async #changed({ url: address, method, id, query = {}, authorization, json, form }: Changes): Promise<Request> {
    const { request } = this
    const url = new URL(address ?? request.url)
    if (id !== undefined) url.pathname = replaceSegment(url.pathname, this.id, id)
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    const headers = new Headers(request.headers)
    if (authorization !== undefined) headers.set('authorization', authorization)
    headers.delete('content-length')
    const text = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json)
    const body = text ?? (method === undefined ? await copyBody(request) : null)
    return new Request(url, { method: method ?? request.method, headers, body, signal: request.signal })
  }
}

/** The unchanged body of a request, which can be read again; null if there is none. */
async function copyBody(request: Request): Promise<ArrayBuffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const body = await request.clone().arrayBuffer()
  return body.byteLength === 0 ? null : body
}

/** A path with the last segment of this value replaced. */
function replaceSegment(pathname: string, value: string, replacement: string): string {
  const segments = pathname.split('/')
  const index = segments.findLastIndex((segment) => tryDecodeURIComponent(segment) === value)
  return index < 0 ? pathname : segments.with(index, encodeURIComponent(replacement)).join('/')
}
