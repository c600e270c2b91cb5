import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { addressOf, headerOf, queryOf } from '../../evidence/read-request.ts'
import { isAfter, redirects, redirectsIn } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, judgeEach } from '../define-client-check.ts'

/** A redirect on the same origin is followed with the same credentials and, where it says so, the same method. */
export const redirectsFollowed: ClientCheck = defineClientCheck({
  id: 'client.redirects',
  requirement: 'client.redirects',
  trap: 'An answer redirects the client to another path of the same origin.',
  concerns: () => true,
  met: { scenarios: ['slash-redirect'] },
  judge({ transcript: { requests } }) {
    const pairs = new Map<ReceivedRequest, ReceivedRequest>()
    for (const from of redirectsIn(requests)) {
      const later = requests.filter((request) => isAfter(request, from) && redirects(from, request))
      const to = later.find((request) => lostQuery(from, request).length === 0) ?? later[0]
      if (to) pairs.set(to, from)
    }
    return judgeEach([...pairs.keys()], phrase`No redirect was followed`, (to) => {
      const from = pairs.get(to)!
      const evidence = [from, to]
      const sent = headerOf(from, 'authorization')
      if (sent !== undefined && headerOf(to, 'authorization') === undefined)
        return {
          expected: phrase`the same Authorization header after the redirect`,
          got: phrase`none`,
          fact: { kind: 'header', at: to, name: 'authorization' },
          evidence,
        }
      const keepsMethod = from.answer?.status === 307 || from.answer?.status === 308
      if (keepsMethod && to.method !== from.method)
        return {
          expected: phrase`${from.method} after ${from.answer.status}`,
          got: quoted(to.method),
          fact: { kind: 'method', at: to, wanted: from.method },
          evidence,
        }
      const lost = lostQuery(from, to)
      return lost.length > 0
        ? {
            expected: phrase`the address that the redirect names, with ${{ list: lost.map((pair) => pair.join('=')), between: ' and ' }}`,
            got: phrase`${addressOf(to)}`,
            fact: { kind: 'parameter', at: to, in: 'query', names: lost.map(([name]) => name), fault: 'missing' },
            evidence,
          }
        : undefined
    })
  },
})

/** The parameters of the address that a redirect names which a request to its path does not have. */
function lostQuery(
  { answer }: ReceivedRequest,
  to: ReceivedRequest,
): readonly (readonly [name: string, value: string])[] {
  const named = queryOf({ search: /\?[^#]*/.exec(answer?.headers['location'] ?? '')?.[0] ?? '' })
  const sent = queryOf(to)
  return [...named].filter(([name, value]) => !sent.getAll(name).includes(value))
}
