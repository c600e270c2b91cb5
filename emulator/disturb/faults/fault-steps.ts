import { withNote } from '../../api/dialect/noted-response.ts'
import type { Interceptor, Next, RoutedRequest } from '../../model/contract/routed-request.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { effectsOf } from './effects.ts'
import type { Fault } from './fault.ts'
import type { AnswerFunction } from './stub.ts'

/** A fault whose turn has come, for one request. */
export interface TriggeredFault {
  readonly fault: Fault
  /** Gives numbers from 0 to 1 that follow from the seed. */
  readonly chance: () => number
  /** Answers instead of `status` and `body`. */
  readonly answer?: AnswerFunction<OperationId> | undefined
}

/**
 * The steps of a fault, outermost first: one changes the answer, another delays, refuses or answers before the
 * endpoint, and that of a function comes last. A refusal by the fault is changed, too. The steps throw
 * ConnectionDropped, and the reason of a signal that aborts during the delay.
 */
export function faultSteps(triggered: TriggeredFault): readonly Interceptor[] {
  const { fault, answer } = triggered
  // A function answers instead of what a fault has of an answer.
  const { status: _status, body: _body, ...rest } = fault
  const active = effectsOf(answer ? rest : fault)
  return [
    async ({ request }, next) => {
      const response = await next()
      for (const { hooks, value } of active) hooks.after?.(value)
      const { status } = response
      const headers = new Headers(response.headers)
      for (const { hooks, value } of active)
        for (const [name, text] of Object.entries(hooks.headers?.(value) ?? {})) headers.set(name, text)
      if (response.body === null) return new Response(null, { status, headers })
      const bytes = new Uint8Array(await response.arrayBuffer())
      headers.delete('Content-Length')
      const changed = active.map(({ hooks, value }) => hooks.body?.(value, { bytes, headers, request }))
      const body = changed.find((replacement) => replacement !== undefined) ?? bytes
      const answered = new Response(body, { status, headers })
      const text =
        typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined
      return text === undefined ? answered : withNote(answered, { text, headers: Object.fromEntries(headers) })
    },
    async (routed, next) => {
      for (const { hooks, value } of active) {
        const answer = await hooks.before?.(value, routed, triggered)
        if (answer) return answer
      }
      return await next()
    },
    // It is loaded by the first function that answers.
    ...(answer
      ? [
          async (routed: RoutedRequest, next: Next) => {
            const { answerStep } = await import('./answer-step.ts')
            return await answerStep(answer, fault)(routed, next)
          },
        ]
      : []),
  ]
}
