import type { Reported } from '../../../../conformance/client/tasks/outcome.ts'
import type { ChildExit } from './child.ts'

/** The output and the report of a run. */
export interface EndedRun {
  readonly reported: Reported
  readonly end: Pick<ChildExit, 'code' | 'signal'>
  /** The end of its standard error. */
  readonly stderr: string
  /** The number of requests that it sent. */
  readonly requests: number
}
