import { requirementOf } from '../../catalogue/requirements.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { serves } from '../../reading/success.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Declaration } from '../../target/declarations.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import { answerTo } from '../shared-answers.ts'
import { protectedEndpoints } from './protected-endpoints.ts'
import { sideDoors } from './side-doors.ts'

interface Group {
  readonly id: string
  readonly needs: readonly Declaration[]
  /** How many pairs of an endpoint and another way to it a quick run asks. */
  readonly quick: number
}

const groups: readonly Group[] = [
  {
    id: 'auth.required.side-doors',
    needs: ['bearer'],
    quick: 2,
  },
  {
    id: 'auth.legacy-required.side-doors',
    needs: ['legacy'],
    quick: 1,
  },
  {
    id: 'services.auth.side-doors',
    needs: ['bearer', 'adapterConnectionId'],
    quick: 1,
  },
]

function checkOf({ id, needs, quick }: Group): Check {
  return defineCheck({
    id,
    effect: 'read',
    needs,
    asksAsStranger: true,
    description:
      'Asks for what a GET without credentials is refused in other ways, without credentials too: by HEAD, at the same path with or without a slash at its end, for pages behind and before a cursor with a limit and all filters, for products by one filter, with undocumented parameters and the id in its other form, and for another connection. Nothing is served.',
    run: async (session) => {
      const pairs = protectedEndpoints
        .filter(
          (endpoint) =>
            requirementOf(endpoint.without) === requirementOf(id) &&
            endpoint.effect === 'read' &&
            missingDeclarations(endpoint.needs, session.run.target).length === 0,
        )
        .flatMap((endpoint) =>
          sideDoors.filter(({ needsPages }) => !needsPages || endpoint.isPaged).map((door) => ({ endpoint, door })),
        )
      const chosen = session.run.rotation.some(pairs, quick)
      let asked = 0
      for (const { endpoint, door } of [...chosen, ...pairs.filter((pair) => !chosen.includes(pair))]) {
        if (asked === chosen.length) break
        const call = await endpoint.call(session)
        const control = await answerTo(session, { ...call, as: endpoint.as(session) })
        const refusal = await answerTo(session, { ...call, as: 'none' })
        if (!serves(control) || serves(refusal)) continue
        asked++
        const served = await door.served(session, { endpoint, call, control, refusal })
        if (served)
          fail({
            expected: phrase`${endpoint.name} to be refused without credentials by ${door.name}, as by GET (${refusal.response.status})`,
            got: served.got,
            fact: { kind: 'status', wanted: 'refusal', at: served.at },
          })
      }
      if (asked === 0)
        insufficient(because.alike, phrase`nothing is served by GET with credentials and refused without`)
    },
  })
}

/** Other ways to what is protected (clauses 4.7, 5.1 and 5.4). */
export const sideDoorChecks: readonly Check[] = groups.map(checkOf)
