// The part of the control API that runs the conformance kit. The emulator does not depend on the kit, so the program
// that has both adds these endpoints.
import { Type } from 'typebox'
import { type ControlContext, type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import { largeBody } from '../../../emulator/api/input/read-body.ts'
import type { ConformanceRuns } from './conformance-runs.ts'
import { assertSameOrigin } from './refusing.ts'
import { reportEndpoint } from './report-formats.ts'
import { Order, type RunOrder, Status, TargetFacts } from './run-schemas.ts'

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
      handle: async (context: ControlContext<unknown, RunOrder>) => {
        assertSameOrigin(context, 'start and stop runs')
        await runs.start(context.body, context)
        return { body: runs.status }
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
        return { body: runs.status }
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
    reportEndpoint({
      id: 'conformance.report',
      path: `${path}/report`,
      summary: 'Writes the report of the latest run in one of the formats of GET /_emulator/report-formats.',
      report: (format) => runs.report(format),
      none: 'No run has ended yet. POST /_emulator/conformance starts one.',
    }),
  ]
}
