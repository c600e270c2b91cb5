// The order and the status of a watch of a client, as the control API describes them.
import { type Static, Type } from 'typebox'
import { clientVerdicts } from '../../../../conformance/client/conclusions/client-conclusion.ts'
import type { ClientSummary } from '../../../../conformance/client/judge/summary.ts'
import type { DeepReadonly } from '../../../../emulator/tools/deep-readonly.ts'

const Patterns = Type.Array(Type.String({ minLength: 1 }), {
  description: 'Ids of requirements or checks of clients; `*` matches any text.',
})

/** The order for a watch. */
export const Order = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The name of the client in reports. Default: client.' }),
    ),
    allWorlds: Type.Optional(
      Type.Boolean({ description: "Whether to watch all worlds. Default: only the request's world." }),
    ),
    only: Type.Optional(Patterns),
    skip: Type.Optional(Patterns),
  },
  { additionalProperties: false },
)

/** A fact or a cause, whose `kind` determines its other members. */
const kindSchema = (description: string) =>
  Type.Object({ kind: Type.String() }, { additionalProperties: true, description })

const ConsoleVerdict = Type.Object(
  {
    check: Type.String(),
    requirement: Type.String(),
    clause: Type.String(),
    level: Type.Enum(['stated', 'implied', 'silent']),
    statement: Type.String({ description: 'The sentence of the requirement.' }),
    verdict: Type.Enum([...clientVerdicts]),
    sprung: Type.Boolean({ description: 'Whether the client triggered the check.' }),
    message: Type.String(),
    fact: Type.Optional(kindSchema('The fact that shows a failure, as in the JSON report.')),
    cause: Type.Optional(kindSchema('The reason why it could not be decided, as in the JSON report.')),
    careful: Type.String({
      description: 'The behaviour of a careful client; empty unless the requirement was broken.',
    }),
    evidence: Type.Array(Type.String(), { description: 'The requests that show it, without secrets.' }),
  },
  { additionalProperties: false },
)

/** The latest watch, with its verdicts. */
export const Status = Type.Object(
  {
    state: Type.Enum(['idle', 'watching', 'ended']),
    client: Type.Union([Type.String(), Type.Null()]),
    world: Type.Union([Type.String(), Type.Null()], { description: 'Null for all worlds.' }),
    requests: Type.Integer({ description: 'The number of requests.' }),
    revision: Type.Integer({ description: 'Increases with each judgement.' }),
    results: Type.Union([Type.Array(ConsoleVerdict), Type.Null()], {
      description: 'Null, like summary, if `known` names this revision.',
    }),
    summary: Type.Union([
      Type.Unsafe<Pick<ClientSummary, 'counts' | 'requirements' | 'conformant' | 'exitCode'>>(
        Type.Object({}, { additionalProperties: true }),
      ),
      Type.Null(),
    ]),
    why: Type.Union([Type.String(), Type.Null()], { description: 'Why the watch ended by itself.' }),
  },
  { title: 'ClientWatch', additionalProperties: false },
)

export type WatchOrder = DeepReadonly<Static<typeof Order>>
export type WatchStatus = DeepReadonly<Static<typeof Status>>

/** The status before the first watch. */
export const idle: WatchStatus = {
  state: 'idle',
  client: null,
  world: null,
  requests: 0,
  revision: 0,
  results: null,
  summary: null,
  why: null,
}
