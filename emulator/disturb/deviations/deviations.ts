import type { CheckId } from '../../../conformance/catalogue/check-requirements.ts'
import type { Deviation, FetchLike, FetchWrapper } from './define-deviation.ts'
import {
  type DeviationGroup,
  type DeviationGroupName,
  deviationGroups,
  type DeviationName,
  type BehavioursOf,
} from './deviation-groups.ts'

/** A deviation that is shipped. */
export interface ShippedDeviation extends Deviation {
  readonly name: DeviationName
  readonly caughtBy: CheckId
  /** The name of its group. */
  readonly group: DeviationGroupName
  /** The title of its group. */
  readonly title: string
}

/** Loads what the deviations of a group do. */
const behavioursOf: { readonly [Group in DeviationGroupName]: () => Promise<BehavioursOf<Group>> } = {
  ids: async () => (await import('./behaviours/ids.ts')).idBehaviours,
  tokens: async () => (await import('./behaviours/access-tokens.ts')).tokenBehaviours,
  oauth: async () => (await import('./behaviours/oauth.ts')).oauthBehaviours,
  credentials: async () => (await import('./behaviours/credentials.ts')).credentialBehaviours,
  lists: async () => (await import('./behaviours/lists.ts')).listBehaviours,
  configurations: async () => (await import('./behaviours/configurations.ts')).configurationBehaviours,
  filters: async () => (await import('./behaviours/filters.ts')).filterBehaviours,
  cursors: async () => (await import('./behaviours/cursors.ts')).cursorBehaviours,
  services: async () => (await import('./behaviours/services.ts')).serviceBehaviours,
  connect: async () => (await import('./behaviours/connect.ts')).connectBehaviours,
  legacy: async () => (await import('./behaviours/legacy.ts')).legacyBehaviours,
  link: async () => (await import('./behaviours/link.ts')).linkBehaviours,
  http: async () => (await import('./behaviours/http.ts')).httpBehaviours,
}

/** Loads what a deviation does with the first request under it: most emulators never need it. */
const late =
  (load: () => Promise<FetchWrapper>): FetchWrapper =>
  (next, operationOf) => {
    const deviate = async () => (await load())(next, operationOf)
    let deviated: Promise<FetchLike> | undefined
    return async (request) => {
      deviated ??= deviate()
      const fetch = await deviated
      return fetch(request)
    }
  }

function deviationsOf(group: DeviationGroupName): readonly ShippedDeviation[] {
  const { title, deviations: rows }: DeviationGroup = deviationGroups[group]
  const load: () => Promise<Readonly<Record<string, FetchWrapper>>> = behavioursOf[group]
  return Object.entries(rows).map(([name, [requirement, caughtBy, description]]) => ({
    name: name as DeviationName,
    requirement,
    description,
    caughtBy,
    wrap: late(async () => (await load())[name]!),
    group,
    title,
  }))
}

/** Every deviation that is shipped: what `--deviation` takes. */
export const deviations: readonly ShippedDeviation[] = (Object.keys(deviationGroups) as DeviationGroupName[]).flatMap(
  deviationsOf,
)
