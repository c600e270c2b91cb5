import type { RunResult } from '../../conformance/judge/result.ts'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { deviatingSubject, failedRequirements, runKit } from '../conformance/subject.ts'
import type { Fault } from './law.ts'

/** The outcome of a default run for a fault. */
export interface FaultTrial {
  readonly name: string
  /** By a check of its requirement, by another one that a whole run has, or by none. */
  readonly killedBy: 'its requirement' | 'another requirement' | 'none'
  /** The checks that failed. */
  readonly checks: readonly string[]
  readonly errors: readonly string[]
}

const failedCheckIds = ({ results }: RunResult) =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
const errorTexts = ({ results }: RunResult) =>
  results.filter(({ verdict }) => verdict === 'error').map(({ check, message }) => `${check}: ${message}`)

/**
 * Runs the checks of its requirement against a server with this fault, as a default run does. If none fails, the
 * whole kit follows.
 */
export async function tryFault(fault: Fault): Promise<FaultTrial> {
  const deviation: Deviation = { ...fault, caughtBy: '' }
  const run = (only: readonly string[]) => runKit(deviatingSubject(deviation), only.length > 0 ? { only } : {})
  const near = await run([fault.requirement])
  const { name } = fault
  if (failedCheckIds(near).length > 0)
    return { name, killedBy: 'its requirement', checks: failedCheckIds(near), errors: errorTexts(near) }
  const whole = await run([])
  const checks = failedCheckIds(whole)
  // A passive check reads more in a whole run.
  const isNamed = failedRequirements(whole).includes(fault.requirement)
  return {
    name,
    killedBy: checks.length === 0 ? 'none' : isNamed ? 'its requirement' : 'another requirement',
    checks,
    errors: [...errorTexts(near), ...errorTexts(whole)],
  }
}
