import type { Operation } from '../contract/intercept.ts'
import { ApiError } from '../dialect/api-error.ts'
import { withNote } from '../dialect/noted-response.ts'
import { effectsOf } from './effects.ts'
import type { Hit } from './hit.ts'

/** What a fault does to a request. */
interface Course {
  /** Calls the endpoint. */
  readonly next: () => Promise<Response>
  /** The answer for a refusal, in the form of the endpoint. */
  readonly refuse: (refusal: ApiError) => Response
}

/**
 * Answers a request that a fault strikes.
 * @throws ConnectionDropped; the reason of the signal when it aborts during the delay.
 */
export async function strike(hit: Hit, operation: Operation, { next, refuse }: Course): Promise<Response> {
  const effects = effectsOf(hit.fault)
  const struck = { ...operation, ...hit }
  const answer = async (): Promise<Response> => {
    for (const { hooks, value } of effects) {
      const own = await hooks.before?.(value, struck)
      if (own) return own
    }
    return await next()
  }
  const response = await answer().catch((error: unknown) => {
    if (error instanceof ApiError) return refuse(error)
    throw error
  })
  for (const { hooks, value } of effects) hooks.after?.(value)
  const { status } = response
  const headers = new Headers(response.headers)
  for (const { hooks, value } of effects)
    for (const [name, text] of Object.entries(hooks.headers?.(value) ?? {})) headers.set(name, text)
  if (response.body === null) return new Response(null, { status, headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.delete('Content-Length')
  const { request } = operation
  const changed = effects.map(({ hooks, value }) => hooks.body?.(value, { bytes, headers, request }))
  const body = changed.find((body) => body !== undefined) ?? bytes
  const answered = new Response(body, { status, headers })
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined
  return text === undefined ? answered : withNote(answered, { text, headers: Object.fromEntries(headers) })
}
