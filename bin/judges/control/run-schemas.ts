// The order, the status and the target of a run of the kit, as the control API describes them.
import { type Static, Type } from 'typebox'
import type { Summary } from '../../../conformance/report/summary.ts'
import { patternRecord } from '../../../emulator/tools/record-of.ts'
import type { DeepReadonly } from '../../../emulator/tools/deep-readonly.ts'

const Patterns = Type.Array(Type.String({ minLength: 1 }), {
  description: 'Ids of requirements or checks; `*` matches any text.',
})

/** The order for a run. */
export const Order = Type.Object(
  {
    target: Type.Optional(
      patternRecord(Type.Unknown(), {
        description: 'A target file with its baseUrl. Default: a copy of this emulator with fresh data.',
      }),
    ),
    targetFile: Type.Optional(Type.String({ description: 'A target file as text, JSON or YAML, instead of target.' })),
    // A page could send values of the environment to another server.
    variables: Type.Optional(
      patternRecord(Type.String(), {
        description: 'The values of ${NAME} in targetFile. The environment of the emulator is not read.',
      }),
    ),
    only: Type.Optional(Patterns),
    skip: Type.Optional(Patterns),
    allowWrites: Type.Optional(Type.Boolean({ description: 'Whether checks may create, change and delete.' })),
    quick: Type.Optional(
      Type.Boolean({
        description: 'Asks a choice by the seed: about 300 requests, at most 500. Such a run proves no conformance.',
      }),
    ),
    gentle: Type.Optional(Type.Boolean()),
    seed: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

/** The latest run. Its verdicts are in its report. */
export const Status = Type.Object(
  {
    state: Type.Enum(['idle', 'running', 'ended', 'stopped', 'failed']),
    target: Type.Union([Type.String(), Type.Null()]),
    isEmulator: Type.Boolean({ description: 'Whether the target is a copy of this emulator.' }),
    done: Type.Integer({ description: 'The number of verdicts.' }),
    total: Type.Integer({ description: 'The number of checks.' }),
    failed: Type.Array(Type.String(), { description: 'The checks that failed so far.' }),
    running: Type.Array(Type.String(), { description: 'The first checks that have begun and not ended.' }),
    secondsLeft: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The estimated seconds for the rest; null until it can be estimated.',
    }),
    requests: Type.Union([Type.Integer(), Type.Null()]),
    summary: Type.Union([
      Type.Unsafe<Pick<Summary, 'counts' | 'requirements' | 'conformant' | 'exitCode'>>(
        Type.Object({}, { additionalProperties: true }),
      ),
      Type.Null(),
    ]),
    leftovers: Type.Array(Type.String(), { description: 'Objects that could not be deleted at the target.' }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why the run failed.' }),
  },
  { title: 'ConformanceRun', additionalProperties: false },
)

/** The contents of a target file, without the values of its variables. */
export const TargetFacts = Type.Object(
  {
    baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Null where it is a variable.' }),
    declared: Type.Array(Type.String()),
    allowWrites: Type.Boolean(),
    variables: Type.Array(Type.String()),
  },
  { title: 'TargetFile', additionalProperties: false },
)

export type RunOrder = DeepReadonly<Static<typeof Order>>
export type RunStatus = DeepReadonly<Static<typeof Status>>
export type TargetFileFacts = DeepReadonly<Static<typeof TargetFacts>>

/** The status before the first run. */
export const idle: RunStatus = {
  state: 'idle',
  target: null,
  isEmulator: false,
  done: 0,
  total: 0,
  failed: [],
  running: [],
  secondsLeft: null,
  requests: null,
  summary: null,
  leftovers: [],
  fault: null,
}
