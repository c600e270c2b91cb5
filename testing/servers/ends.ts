// How checks end beside a server, for tests of the checks.
import { expect } from 'vitest'
import type { CheckId } from '../../conformance/catalogue/check-requirements.ts'
import { runKit } from '../selftest/subject.ts'
import type { RightSubject } from './right/right-server.ts'

/** Expects a check to end with a verdict and a message that begin so: `blocked: no page after`. */
export async function expectEnd(check: CheckId, end: string, server: RightSubject): Promise<void> {
  const { options, ...subject } = server
  const { results } = await runKit(subject, { ...options, only: [check] })
  const { verdict, message } = results.find((result) => result.check === check)!
  const ended = `${verdict}: ${message}`
  expect(ended.startsWith(end), ended).toBe(true)
}

/** Expects checks to blame nothing, and to decide all but some of them. */
export async function expectOpen(
  only: readonly string[],
  open: readonly CheckId[],
  server: RightSubject,
): Promise<void> {
  const { options, ...subject } = server
  const { results } = await runKit(subject, { ...options, only })
  const blamed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'blocked')
  expect(blamed.map(({ check, verdict, message }) => `${check} ${verdict}: ${message}`)).toEqual([])
  expect(results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check }) => check)).toEqual(open)
  expect(results.some(({ verdict }) => verdict === 'pass') || open.length > 0).toBe(true)
}
