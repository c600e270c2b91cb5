import { toTargetFile } from '../../bin/target-file.ts'
import { checks } from '../../conformance/rules/checks.ts'
import type { RunResult } from '../../conformance/run/result.ts'
import { type ConformanceOptions, runConformance } from '../../conformance/run/run-conformance.ts'
import type { FetchFunction } from '../../conformance/wire/sender.ts'
import { type Target, toTarget } from '../../conformance/target/target-file.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { ScenarioName } from '../../emulator/scenarios/scenarios.ts'

/** Something to run the kit against. */
export interface Subject {
  readonly target: Target
  readonly fetch: FetchFunction
}

const baseUrl = 'http://target.test'

/** An emulator as the kit sees any target: by its target file and its answers. */
export function toSubject(emulator: Emulator): Subject {
  return { target: toTarget(toTargetFile(emulator, baseUrl, true)), fetch: emulator.fetch }
}

/** A fresh emulator as a subject. */
export function emulatorSubject(
  conventions: Partial<Conventions> = {},
  scenarios: readonly ScenarioName[] = [],
): Subject {
  return toSubject(createEmulator({ conventions, scenarios, onError: () => undefined }))
}

/** Runs the whole kit against a subject. */
export function runKit({ target, fetch }: Subject, options: Partial<ConformanceOptions> = {}): Promise<RunResult> {
  return runConformance({ target, checks, fetch, ...options })
}

/** The requirements that at least one check found broken. */
export function failedRequirements({ results }: RunResult): readonly string[] {
  return [...new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement))]
}

/** One line for each result with one of these verdicts. */
export function resultLines({ results }: RunResult, ...verdicts: readonly string[]): readonly string[] {
  return results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ check, verdict, message }) => `${check} ${verdict}: ${message}`)
}
