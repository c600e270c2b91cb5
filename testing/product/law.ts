import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { type ConditionName, findCondition } from './condition.ts'

/** A fault of the product: a server that breaks one law at one place under one condition. */
export interface Fault {
  /** `law/place/condition`, or `law-way/place/condition`. */
  readonly name: string
  readonly law: string
  /** How the law is broken, where there are several ways. */
  readonly way?: string
  readonly place: string
  readonly condition: string
  /** The requirement that the server breaks. */
  readonly requirement: RequirementId
  /** The server's mistake, in a sentence. */
  readonly description: string
  readonly conventions?: Partial<Conventions>
  readonly wrap: FetchWrapper
}

/** The parts of a law: a sentence that holds at every place and under every condition. */
export interface LawDeclaration<Place extends string, When extends string> {
  /** In kebab-case. */
  readonly id: string
  /** One of several ways to break it, in kebab-case. */
  readonly way?: string
  /** The requirement of a place. */
  readonly requirement: RequirementId | ((place: Place, condition: When) => RequirementId)
  /** The fault of a server that breaks it, in a sentence without its place and its condition. */
  readonly breaks: string
  readonly places: readonly Place[]
  /** Names of conditions of requests, or of values that the law itself knows; then `says` puts them into words. */
  readonly conditions: readonly When[]
  /** Completes "It does so …" for conditions of the law. */
  readonly says?: (condition: When) => string
  /** The conventions under which it shows, where the defaults hide it. */
  readonly conventions?: Partial<Conventions> | ((place: Place, condition: When) => Partial<Conventions> | undefined)
  /** Makes the server. Undefined where a place cannot meet a condition, as a list without filters. */
  readonly fault: (place: Place, condition: When) => FetchWrapper | undefined
}

/** All faults that break a law. */
export function lawFaults<Place extends string, When extends string>(
  law: LawDeclaration<Place, When>,
): readonly Fault[] {
  const { id, way, requirement, breaks, places, conditions, says, conventions, fault } = law
  return places.flatMap((place) =>
    conditions.flatMap((condition): Fault[] => {
      const wrap = fault(place, condition)
      if (wrap === undefined) return []
      const words = says?.(condition) ?? findCondition(condition as string as ConditionName).says
      const under = typeof conventions === 'function' ? conventions(place, condition) : conventions
      // Where a path is served with and without its last slash, both are one endpoint.
      const all = condition === ('other-slash' as string) ? { ...under, trailingSlash: 'documented' as const } : under
      return [
        {
          name: `${way === undefined ? id : `${id}-${way}`}/${place}/${condition}`,
          law: id,
          ...(way === undefined ? {} : { way }),
          place,
          condition,
          requirement: typeof requirement === 'function' ? requirement(place, condition) : requirement,
          description: `${breaks} It does so at ${place}, ${words}.`,
          ...(all === undefined ? {} : { conventions: all }),
          wrap,
        },
      ]
    }),
  )
}
