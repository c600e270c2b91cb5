import type { Operation } from '../contract/intercept.ts'
import { effectsOf } from './effects.ts'
import type { Fault } from './fault.ts'

/**
 * Answers a request that a fault strikes.
 * @param next Calls the endpoint.
 * @throws ApiError for a status, which the caller answers in the form of the endpoint; ConnectionDropped; the reason of
 * the signal when it aborts during the delay.
 */
export async function strike(fault: Fault, operation: Operation, next: () => Promise<Response>): Promise<Response> {
  const effects = effectsOf(fault)
  const own = Object.assign({}, ...effects.map(({ hooks, value }) => hooks.headers?.(value))) as Record<string, string>
  for (const { hooks, value } of effects) await hooks.before?.(value, { ...operation, fault, headers: own })
  const response = await next()
  for (const { hooks, value } of effects) hooks.after?.(value)
  const { status } = response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (response.body === null) return new Response(null, { status, headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.delete('Content-Length')
  const { request } = operation
  const changed = effects.map(({ hooks, value }) => hooks.body?.(value, { bytes, headers, request }))
  return new Response(changed.find((body) => body !== undefined) ?? bytes, { status, headers })
}
