import { expect, it } from 'vitest'
import { wireChecks } from '../../conformance/client/checks/checks.ts'
import { type MadeRequest, type MadeRun, madeRun } from './made-run.ts'

/** The verdicts of laws, by what a client did. */
const verdicts = {
  kept: 'pass',
  broken: 'fail',
  neverDone: 'insufficientEvidence',
  declined: 'notApplicable',
  observed: 'observed',
} as const

/**
 * The conclusion that a check must reach: the id of the check, its finding, what the client did, its requests, the run.
 */
export type FindingCase = readonly [
  check: string,
  kind: keyof typeof verdicts,
  what: string,
  requests: readonly MadeRequest[],
  run: MadeRun,
]

/** Registers a test for each case. */
export function itFinds(cases: readonly FindingCase[]): void {
  it.each(cases)('%s is %s given %s', (id, kind, _what, requests, run) => {
    const check = wireChecks.find((wireCheck) => wireCheck.id === id)
    const made = madeRun(requests, run)
    expect(check?.concerns(made)).toBe(true)
    expect(check?.judge(made)).toMatchObject({ verdict: verdicts[kind] })
  })
}
