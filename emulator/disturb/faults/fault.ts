import { type Static, Type, type TUnsafe } from 'typebox'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { once } from '../../tools/once.ts'
import { effectNames, effects, maximum } from './effects.ts'

const effectSchemas = () => Object.fromEntries(effectNames.map((name) => [name, Type.Optional(effects[name].schema())]))

/** The requests that a fault strikes. */
const strikes = () => ({
  /** The operation that it strikes. Default: every operation. */
  operation: Type.Optional(
    Type.Unsafe<OperationId>(Type.String({ description: 'The operation that it strikes. Default: every operation.' })),
  ),
  /**
   * The world that it strikes. Default: the one that it is added to, and for a fault of a new emulator every one. A
   * fault of the default world may name another.
   */
  world: Type.Optional(
    Type.String({
      description:
        'The world that it strikes. Default: the one that it is added to, and for a fault of a new emulator every one. A fault of the default world may name another.',
    }),
  ),
  /** The number of requests that it strikes. Default: 1, or always with a probability or a spread of delays. */
  times: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
      description:
        'The number of requests that it strikes. Default: 1, or always with a probability or a spread of delays.',
    }),
  ),
  /** The number of requests that it lets pass first. Default: 0. */
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum,
      description: 'The number of requests that it lets pass first. Default: 0.',
    }),
  ),
  /** The share of the requests that it strikes, from 0 to 1. Which ones follows from the seed. Default: 1. */
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The share of the requests that it strikes, from 0 to 1. Which ones follows from the seed. Default: 1.',
    }),
  ),
})

type Strikes = ReturnType<typeof strikes>
type StrikeValues = { readonly [Name in keyof Strikes]?: Static<Strikes[Name]> }
type EffectValues = { readonly [Name in keyof typeof effects]?: Static<ReturnType<(typeof effects)[Name]['schema']>> }

/** An answer of your own, or something that goes wrong on purpose, for a number of requests. */
export interface Fault extends StrikeValues, EffectValues {}

/**
 * The form of a fault: the requests that it strikes, and its effects. It is made on demand: most tests add no faults.
 */
export const faultSchema: () => TUnsafe<Fault> = once(() =>
  Type.Unsafe<Fault>(
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
