import { headerOf, quoted } from '../../evidence/read-request.ts'
import { isAfter, redirects, redirectsIn } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, judgeEach, notSprung } from '../define-client-check.ts'

/** A redirect on the same origin is followed with the same credentials and, where it says so, the same method. */
export const redirectsFollowed: ClientCheck = defineClientCheck({
  id: 'client.redirects',
  requirement: 'client.redirects',
  trap: 'An answer redirects the client to another path of the same origin.',
  concerns: () => true,
  judge({ transcript: { requests } }) {
    const pairs = new Map<ReceivedRequest, ReceivedRequest>()
    for (const from of redirectsIn(requests)) {
      const to = requests.find((request) => isAfter(request, from) && redirects(from, request))
      if (to) pairs.set(to, from)
    }
    if (pairs.size === 0) return notSprung('no redirect was followed')
    return judgeEach([...pairs.keys()], '', (to) => {
      const from = pairs.get(to)!
      const evidence = [from, to]
      const sent = headerOf(from, 'authorization')
      if (sent !== undefined && headerOf(to, 'authorization') === undefined)
        return { expected: 'the same Authorization header after the redirect', got: 'none', evidence }
      const keepsMethod = from.answer?.status === 307 || from.answer?.status === 308
      if (keepsMethod && to.method !== from.method)
        return { expected: `${from.method} after ${from.answer.status}`, got: quoted(to.method), evidence }
      return undefined
    })
  },
})
