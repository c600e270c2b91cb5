// What the body of an answer to OPTIONS says of an endpoint.
import { isObject } from '../../reading/find-list.ts'
import { methodsIn } from '../../reading/headers.ts'
import { serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerTo } from '../shared-answers.ts'
import { pageOf } from '../lists/pages.ts'

/** Names of members that list the methods of an endpoint in a body. */
const listsMethods = /^(?:allow(?:ed)?_?(?:methods)?|methods)$/i

/** The methods that a body lists by their names; undefined when it lists none. */
export function methodsShown(json: unknown, depth = 2): ReadonlySet<string> | undefined {
  if (!isObject(json)) return undefined
  for (const [name, member] of Object.entries(json)) {
    const listed = Array.isArray(member) ? member.join(',') : typeof member === 'string' ? member : ''
    if (listsMethods.test(name) && /^[a-z]+(?:\s*,\s*[a-z]+)*$/i.test(listed)) return methodsIn(listed)
    const within = depth > 0 ? methodsShown(member, depth - 1) : undefined
    if (within) return within
  }
  return undefined
}

/** Whether an answer has a JSON body with something in it that differs from the answer to GET. */
export async function isDescription(
  session: Session,
  call: Call,
  exchange: Exchange,
  hasGet: boolean,
): Promise<boolean> {
  const { json } = exchange.response
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0 || !serves(exchange)) return false
  if (!hasGet) return true
  const got = await answerTo(session, call)
  const [own, other] = [pageOf(session, exchange)?.ids ?? [], pageOf(session, got)?.ids ?? []]
  return JSON.stringify(json) !== JSON.stringify(got.response.json) && !own.some((id) => other.includes(id))
}
