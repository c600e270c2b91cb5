import { type Static, Type, type TUnsafe } from 'typebox'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { once } from '../../tools/once.ts'
import { effectNames, effects, type EffectValues, maximum } from './effects.ts'

const effectSchemas = () => Object.fromEntries(effectNames.map((name) => [name, Type.Optional(effects[name].schema())]))

/** The requests that a fault affects. */
const strikes = () => ({
  operation: Type.Optional(
    Type.Unsafe<OperationId>(Type.String({ description: 'The operation that it affects. Default: every operation.' })),
  ),
  world: Type.Optional(
    Type.String({
      description:
        'The world that it affects. Default: the one that it is added to, and for a fault of a new emulator every one. A fault of the default world may name another.',
    }),
  ),
  times: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
      description:
        'The number of requests that it affects. Default: 1, or always with a probability or a spread of delays.',
    }),
  ),
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum,
      description: 'The number of matching requests to skip first. Default: 0.',
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The share of the requests that it affects, from 0 to 1. Which ones follows from the seed. Default: 1.',
    }),
  ),
})

/** An answer of your own, or something that goes wrong on purpose, for a number of requests. */
export interface Fault extends EffectValues {
  /** The operation that it affects. Default: every operation. */
  readonly operation?: OperationId
  /**
   * The world that it affects. Default: the one that it is added to, and for a fault of a new emulator every one.
   * A fault of the default world may name another.
   */
  readonly world?: string
  /** The number of requests that it affects. Default: 1, or always with a probability or a spread of delays. */
  readonly times?: number | 'always'
  /** The number of matching requests to skip first. Default: 0. */
  readonly skip?: number
  /** The share of the requests that it affects, from 0 to 1. Which ones follows from the seed. Default: 1. */
  readonly probability?: number
}

type Strikes = ReturnType<typeof strikes>
type DeclaredFault = { readonly [Name in keyof Strikes]?: Static<Strikes[Name]> } & {
  readonly [Name in keyof typeof effects]?: Static<ReturnType<(typeof effects)[Name]['schema']>>
}

/** The interface, which is published without TypeBox; never if its members are not those of the schemas. */
type VerifiedFault = [Required<Fault>, Required<DeclaredFault>] extends [Required<DeclaredFault>, Required<Fault>]
  ? Fault
  : never

/**
 * The form of a fault: the requests that it affects, and its effects. It is made on demand: most tests add no faults.
 */
export const faultSchema: () => TUnsafe<Fault> = once(() =>
  Type.Unsafe<VerifiedFault>(
    Type.Object(
      { ...strikes(), ...effectSchemas() },
      {
        title: 'Fault',
        additionalProperties: false,
        description:
          'An answer of your own, or something that goes wrong on purpose, for a number of requests. A fault has at most one of status (also with body), drop, truncate, breakJson and drip. delay can be combined with all of them, headers and retryAfter with all but drop.',
      },
    ),
  ),
)
