import { decidedRequirement } from '../../catalogue/requirements.ts'
import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import { defineLaw, type Place, type Variant } from '../law.ts'
import { askOnce } from '../shared-answers.ts'
import { type GuardedEndpoint, guardedEndpoints } from './guarded-places.ts'
import { type SideDoor, sideDoors } from './side-doors.ts'

/** The endpoints of one requirement. */
interface Group extends Place {
  /** The number of pairs of an endpoint and another way to it in a quick run. */
  readonly quick: number
}

const groups: readonly Group[] = [
  { id: 'auth.required.side-doors', effect: 'read', needs: ['bearer'], asksAnonymously: true, quick: 2 },
  { id: 'auth.legacy-required.side-doors', effect: 'read', needs: ['legacy'], asksAnonymously: true, quick: 1 },
  {
    id: 'services.auth.side-doors',
    effect: 'read',
    needs: ['bearer', 'adapterConnectionId'],
    asksAnonymously: true,
    quick: 1,
  },
]

/** The ways to the endpoints of a group. */
function groupDoors(
  { run }: Session,
  { id }: Group,
): readonly { readonly endpoint: GuardedEndpoint; readonly door: SideDoor }[] {
  return guardedEndpoints
    .filter(
      ({ without, effect, needs }) =>
        decidedRequirement(without) === decidedRequirement(id) &&
        effect === 'read' &&
        missingDeclarations(needs, run.target).length === 0,
    )
    .flatMap((endpoint) =>
      sideDoors.filter(({ needsPages }) => !needsPages || endpoint.isPaged).map((door) => ({ endpoint, door })),
    )
}

/** Other ways to protected operations (clauses 4.7, 5.1 and 5.4). */
export const sideDoorChecks: readonly DeclaredCheck[] = defineLaw<Group>({
  places: groups,
  description: () =>
    'Repeats a GET that is refused without credentials in other ways, also without credentials: by HEAD, with a trailing slash added or removed, for pages after and before a cursor with a limit and all filters, with each parameter of a list, and each filter with a limit, with undocumented parameters and the id in its other form, and for another connection. Nothing is served.',
  expected: phrase`a refusal without credentials, as for the plain GET`,
  variants: async (session, group) => {
    const pairs = groupDoors(session, group)
    const chosen = session.run.rotation.some(pairs, group.quick)
    const isOne = new Set(pairs.map(({ endpoint }) => endpoint)).size === 1
    const variants: Variant[] = []
    for (const { endpoint, door } of [...chosen, ...pairs.filter((pair) => !chosen.includes(pair))]) {
      if (variants.length === chosen.length) break
      const call = await endpoint.call(session)
      const control = await askOnce(session, { ...call, as: endpoint.as(session) })
      const refusal = await askOnce(session, { ...call, as: 'none' })
      if (!serves(control) || serves(refusal)) continue
      variants.push({
        what: isOne ? phrase`${door.name}` : phrase`${endpoint.name} by ${door.name}`,
        ask: async () => {
          const served = await door.served(session, { endpoint, call, control, refusal })
          return served ? { ...served, fact: { kind: 'status', wanted: 'refusal', at: served.at } } : 'kept'
        },
      })
    }
    if (variants.length === 0)
      insufficient(because.alike, phrase`nothing is served by GET with credentials and refused without`)
    return { variants }
  },
})
