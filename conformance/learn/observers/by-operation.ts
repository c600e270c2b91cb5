// Folds the observations of a convention at several operations.
import type { Answers } from '../answers.ts'
import { mostFrequent } from '../../reading/same-json.ts'
import { learned, type Observation, unrepresentable } from '../observation.ts'

/** The observation of a convention at one operation. */
export interface OperationObservation {
  /** The emulator's name of the operation. */
  readonly operation: string
  /** Similar operations, which are taken to have the same value. */
  readonly others?: readonly string[]
  readonly observation: Observation
}

type Values = readonly (readonly [operation: string, value: unknown])[]

/** The usual value, with the values of operations that have another one. */
export const toPerOperation = (usual: unknown, particular: Values): unknown =>
  particular.length === 0 ? usual : { $default: usual, ...Object.fromEntries(particular) }

const versionedOperations: ReadonlySet<string> = new Set([
  'environments.list',
  'environments.retrieve',
  'products.list',
  'resources.list',
])

/** The value that an operation shows, or the nearest one. */
function seenValue({ observation }: OperationObservation): readonly unknown[] {
  if (observation.state === 'learned') return [observation.value]
  return observation.state === 'unrepresentable' && observation.nearest !== undefined ? [observation.nearest] : []
}

/**
 * One value if all operations that show it agree, or else values by operation. The usual value is that of most versioned
 * operations, and of the first of them if several are equally frequent.
 */
export function foldOperations(all: readonly OperationObservation[]): Observation {
  const seen = all.filter(({ observation: { state } }) => state === 'learned' || state === 'unrepresentable')
  if (seen.length === 0) return all[0]!.observation
  const seenIn = [...new Set(seen.flatMap(({ observation }) => observation.seenIn))]
  const valued = seen.flatMap((entry) => seenValue(entry).map((value) => ({ ...entry, value })))
  // Most operations are of the versioned API.
  const versioned = valued.filter(({ operation }) => versionedOperations.has(operation))
  const usual = mostFrequent((versioned.length > 0 ? versioned : valued).map(({ value }) => value))
  const particular = valued.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(usual))
  const value =
    valued.length === 0
      ? undefined
      : toPerOperation(
          usual,
          particular.flatMap(({ operation, others = [], value: its }) =>
            [operation, ...others].map((id) => [id, its] as const),
          ),
        )
  const differs = seen.flatMap(({ operation, observation }) =>
    observation.state === 'unrepresentable' ? observation.differs.map((what) => `${operation} ${what}`) : [],
  )
  if (differs.length > 0) return unrepresentable(differs, seenIn, value)
  const bounds = largerPages(all, usual)
  return { ...learned(value, ...seenIn), ...(bounds.length > 0 && { bounds: Object.fromEntries(bounds) }) }
}

/** The sizes of the pages that were larger than the usual limit. The limit there is unknown, but not smaller. */
function largerPages(all: readonly OperationObservation[], usual: unknown): readonly (readonly [string, number])[] {
  return all.flatMap(({ operation, observation }) =>
    observation.state === 'bound' && typeof usual === 'number' && observation.atLeast > usual
      ? [[operation, observation.atLeast] as const]
      : [],
  )
}

const toPlace = ({ operation, others = [] }: Pick<OperationObservation, 'operation' | 'others'>) => ({
  operation,
  others,
})

/** Makes the observer of a convention from that of one operation. The first is the one that decides if none shows it. */
export const byOperation =
  <Place extends Pick<OperationObservation, 'operation' | 'others'>>(
    places: readonly Place[],
    observe: (place: Place) => (answers: Answers) => Observation,
  ) =>
  (answers: Answers): Observation =>
    foldOperations(places.map((place) => ({ ...toPlace(place), observation: observe(place)(answers) })))
