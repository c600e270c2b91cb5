import { Type, type Static } from 'typebox'
import { parseDuration, parseTime } from '../tools/time.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { ClockSchema, clockState } from './worlds.ts'
import { ApiError } from '../api/dialect/api-error.ts'

const ClockChange = Type.Object(
  {
    set: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'A time such as 2026-01-31T12:00:00Z, or milliseconds since 1970; not in the past.',
      }),
    ),
    advance: Type.Optional(
      Type.Union([Type.String(), Type.Number()], { description: 'A duration such as 8d or 1h30m, or milliseconds.' }),
    ),
    seconds: Type.Optional(Type.Number({ minimum: 0, description: 'A duration in seconds, instead of advance.' })),
    frozen: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
)

/** Reads and moves virtual time. */
export const clockEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'clock.read',
    method: 'GET',
    path: '/clock',
    summary: "Shows the virtual time of the request's world.",
    answers: [{ status: 200, description: 'The clock.', schema: ClockSchema }],
    handle: ({ world }) => ({ body: clockState(world) }),
  }),
  defineControl({
    id: 'clock.change',
    method: 'POST',
    path: '/clock',
    summary: 'Sets, advances, freezes or unfreezes the clock, in this order. A refused request changes nothing.',
    body: ClockChange,
    answers: [{ status: 200, description: 'The clock after the change.', schema: ClockSchema }],
    handle: ({ world, body }) => {
      const { set, duration, frozen } = readChange(body)
      const { clock } = world
      const ran = !clock.frozen
      // The clock is stopped during the trial on a fork, so that a change which the fork accepts cannot fail here.
      clock.freeze()
      try {
        for (const target of [clock.fork(), clock]) {
          if (set !== undefined) target.set(set)
          target.advance(duration)
        }
      } finally {
        if (ran) clock.unfreeze()
      }
      if (frozen === true) clock.freeze()
      if (frozen === false) clock.unfreeze()
      return { body: clockState(world) }
    },
  }),
]

function readChange({ set, advance, seconds, frozen }: Static<typeof ClockChange>): {
  readonly set: number | undefined
  readonly duration: number
  readonly frozen: boolean | undefined
} {
  if (advance !== undefined && seconds !== undefined)
    throw new ApiError('refused', 'Give advance or seconds, not both.')
  return {
    set: set === undefined ? undefined : parseTime(set),
    duration: parseDuration(advance ?? (seconds ?? 0) * 1000),
    frozen,
  }
}
