import { type Deviation, type FetchLike, type FetchWrapper, violation } from './define-deviation.ts'
import {
  type DeviationGroup,
  type DeviationGroupName,
  deviationGroups,
  type DeviationName,
  type WaysOf,
} from './deviation-groups.ts'

/** A deviation that is shipped. */
export interface ShippedDeviation extends Deviation {
  readonly name: DeviationName
  /** The name of its group. */
  readonly group: DeviationGroupName
  /** The title of its group. */
  readonly title: string
}

/** Loads what the deviations of a group do. */
const waysOf: { readonly [Group in DeviationGroupName]: () => Promise<WaysOf<Group>> } = {
  ids: async () => (await import('./ways/ids.ts')).idWays,
  tokens: async () => (await import('./ways/tokens.ts')).tokenWays,
  oauth: async () => (await import('./ways/oauth.ts')).oauthWays,
  credentials: async () => (await import('./ways/credentials.ts')).credentialWays,
  lists: async () => (await import('./ways/lists.ts')).listWays,
  configurations: async () => (await import('./ways/configurations.ts')).configurationWays,
  filters: async () => (await import('./ways/filters.ts')).filterWays,
  cursors: async () => (await import('./ways/cursors.ts')).cursorWays,
  services: async () => (await import('./ways/services.ts')).serviceWays,
  connect: async () => (await import('./ways/connect.ts')).connectWays,
  legacy: async () => (await import('./ways/legacy.ts')).legacyWays,
  link: async () => (await import('./ways/link.ts')).linkWays,
  http: async () => (await import('./ways/http.ts')).httpWays,
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
  const load: () => Promise<Readonly<Record<string, FetchWrapper>>> = waysOf[group]
  return Object.entries(rows).map(([name, [caughtBy, description]]) => ({
    ...violation(
      caughtBy,
      name,
      description,
      late(async () => (await load())[name]!),
    ),
    name: name as DeviationName,
    group,
    title,
  }))
}

/** Every deviation that is shipped: what `--deviation` takes. */
export const deviations: readonly ShippedDeviation[] = (Object.keys(deviationGroups) as DeviationGroupName[]).flatMap(
  deviationsOf,
)
