// The part of the control API that runs the conformance kit. The emulator does not depend on the kit, so the program
// that has both adds these endpoints.
import { Type, type Static } from 'typebox'
import { type ControlContext, type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import { largeBody } from '../../../emulator/control/read-control.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { ConformanceRuns } from './conformance-runs.ts'
import { emulatorSubject } from './emulator-subject.ts'
import { assertSameOrigin } from './assert-same-origin.ts'
import { offeredFormats } from '../../../conformance/report/format-list.ts'
import { reportAnswer } from './report-formats.ts'
import { recordOf } from '../../../emulator/tools/record-of.ts'

const Patterns = Type.Array(Type.String({ minLength: 1 }), {
  description: 'Ids of requirements or checks; `*` matches any text.',
})

const Order = Type.Object(
  {
    target: Type.Optional(
      recordOf(Type.Unknown(), {
        description: 'A target file with its baseUrl. Default: a copy of this emulator with fresh data.',
      }),
    ),
    targetFile: Type.Optional(Type.String({ description: 'A target file as text, JSON or YAML, instead of target.' })),
    variables: Type.Optional(
      recordOf(Type.String(), {
        description: 'The values of ${NAME} in targetFile. The environment of the emulator is not read.',
      }),
    ),
    declare: Type.Optional(
      recordOf(Type.String(), {
        description: 'Further members of the target file, by names such as samples.catalogId.',
      }),
    ),
    again: Type.Optional(
      Type.Enum(['all', 'failed'], {
        description:
          'Repeats the latest run, or only its failed checks. Its target and credentials are kept in memory for that.',
      }),
    ),
    only: Type.Optional(Patterns),
    skip: Type.Optional(Patterns),
    allowWrites: Type.Optional(Type.Boolean({ description: 'Whether checks may create, change and delete.' })),
    quick: Type.Optional(
      Type.Boolean({
        description: 'Asks a choice by the seed, in at most 500 requests. Such a run proves no conformance.',
      }),
    ),
    gentle: Type.Optional(Type.Boolean()),
    seed: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

const Status = Type.Object(
  {
    state: Type.Enum(['idle', 'running', 'ended', 'stopped', 'failed']),
    target: Type.Union([Type.String(), Type.Null()]),
    isEmulator: Type.Boolean({ description: 'Whether the target is a copy of this emulator.' }),
    isPart: Type.Boolean({ description: 'Whether it runs only the checks that failed in the previous run.' }),
    declared: Type.Array(Type.String(), { description: 'The members of the target file, without their values.' }),
    declare: Type.Array(
      Type.Object(
        { name: Type.String(), note: Type.String(), example: Type.String(), requirements: Type.Integer() },
        { additionalProperties: false },
      ),
      { description: 'The members to declare next, each with the number of requirements that lack it.' },
    ),
    done: Type.Integer({ description: 'The number of verdicts.' }),
    total: Type.Integer({ description: 'The number of checks.' }),
    failed: Type.Array(Type.String(), { description: 'The checks that failed so far.' }),
    running: Type.Array(Type.String(), { description: 'The first checks that have begun and not ended.' }),
    secondsLeft: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The estimated seconds for the rest; null until it can be estimated.',
    }),
    requests: Type.Union([Type.Integer(), Type.Null()]),
    summary: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
    leftovers: Type.Array(Type.String(), { description: 'Objects that could not be deleted at the target.' }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why the run failed.' }),
  },
  { title: 'ConformanceRun', additionalProperties: false },
)

const TargetFacts = Type.Object(
  {
    baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Null where it is a variable.' }),
    declared: Type.Array(Type.String()),
    allowWrites: Type.Boolean(),
    variables: Type.Array(Type.String()),
  },
  { title: 'TargetFile', additionalProperties: false },
)

const path = '/conformance'

/** The endpoints that start, follow and stop runs of the kit. */
export function conformanceEndpoints(runs: ConformanceRuns): readonly ControlEndpoint[] {
  return [
    defineControl({
      id: 'conformance.run',
      method: 'POST',
      path,
      summary: 'Runs the conformance kit against this emulator or another service. One run at a time.',
      body: Order,
      bodyOptional: true,
      bodyLimit: largeBody,
      answers: [{ status: 202, description: 'The run has begun.', schema: Status }],
      handle: async (context: ControlContext<unknown, Static<typeof Order> | undefined>) => {
        assertSameOrigin(context, 'start and stop runs')
        await runs.start(context.body ?? {}, () => emulatorSubject(context))
        return { status: 202, body: runs.status }
      },
    }),
    defineControl({
      id: 'conformance.status',
      method: 'GET',
      path,
      summary: 'Shows the state of the latest run. Its verdicts are in its report.',
      answers: [{ status: 200, description: 'The run.', schema: Status }],
      handle: () => ({ body: runs.status }),
    }),
    defineControl({
      id: 'conformance.stop',
      method: 'DELETE',
      path,
      summary: 'Stops the run. Everything that it made at the target is deleted before it ends.',
      answers: [{ status: 202, description: 'The run is ending, if there is one.', schema: Status }],
      handle: (context) => {
        assertSameOrigin(context, 'start and stop runs')
        runs.stop()
        return { status: 202, body: runs.status }
      },
    }),
    defineControl({
      id: 'conformance.target',
      method: 'POST',
      path: `${path}/target`,
      summary: 'Reads a target file, and says what it declares and which variables need a value. It starts no run.',
      body: Type.Object({ targetFile: Type.String() }, { additionalProperties: false }),
      bodyLimit: largeBody,
      answers: [{ status: 200, description: 'The contents of the file.', schema: TargetFacts }],
      handle: async ({ body: { targetFile } }) => ({ body: await runs.readFile(targetFile) }),
    }),
    defineControl({
      id: 'conformance.report',
      method: 'GET',
      path: `${path}/report`,
      summary: 'Writes the report of the latest run in one of the formats of GET /_emulator/report-formats.',
      query: Type.Object({ format: Type.Optional(Type.Enum([...offeredFormats])) }),
      answers: [{ status: 200, description: 'The report, in the media type of the format. Default: html.' }],
      handle: async ({ query: { format = 'html' } }) => {
        const { result } = runs
        if (!result)
          throw new ApiError('unknown', 'No run has ended yet. POST /_emulator/conformance starts one.', {
            code: 'no_report',
          })
        const { writeReport } = await import('../../../conformance/report/reports.ts')
        return reportAnswer(format, writeReport(format, result))
      },
    }),
  ]
}
