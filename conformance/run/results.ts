import { toScript } from '../reproduce/script.ts'
import { clauseOf, verdictFor } from './check-runner.ts'
import type { Check } from './define-check.ts'
import type { Outcome } from './outcome.ts'
import type { CheckResult, RunResult } from './result.ts'
import type { Run } from './run.ts'

/** The results of a run, with what is needed to reproduce those that failed. */
export class Results {
  readonly #run: Run
  readonly #results = new Map<string, CheckResult>()
  readonly #sent = new Map<string, Outcome['sent']>()

  constructor(run: Run) {
    this.#run = run
  }

  has(id: string): boolean {
    return this.#results.has(id)
  }

  get(id: string): CheckResult | undefined {
    return this.#results.get(id)
  }

  add({ id, requirement }: Check, { sent, ...outcome }: Outcome, durationMs: number): CheckResult {
    const verdict = verdictFor(requirement, outcome.verdict)
    const result = { check: id, requirement, clause: clauseOf(requirement), ...outcome, verdict, durationMs }
    this.#results.set(id, result)
    if (verdict === 'fail') this.#sent.set(id, sent)
    return result
  }

  /** A result without secrets, as reports show it. */
  redacted(result: CheckResult): CheckResult {
    return this.#shown(this.#run.redactor.value(result), result)
  }

  /** A whole run without secrets. An exchange that several results have is copied once. */
  redactedRun(run: RunResult): RunResult {
    const { claim, undeclared } = run
    const redacted = this.#run.redactor.value(run)
    return {
      ...redacted,
      claim,
      undeclared,
      results: redacted.results.map((one, index) => this.#shown(one, run.results[index]!)),
    }
  }

  /** Baselines and comparisons go by ids. Like names, they stay as they are even if a secret is a word of one. */
  #shown(redacted: CheckResult, result: CheckResult): CheckResult {
    const { check, requirement, clause, verdict } = result
    const reproduce = verdict === 'fail' ? this.#scriptOf(result) : undefined
    return { ...redacted, check, requirement, clause, verdict, ...(reproduce === undefined ? {} : { reproduce }) }
  }

  #scriptOf({ check, clause, message, evidence }: CheckResult): string | undefined {
    const { target, baseUrl, trail, redactor } = this.#run
    const failure = { check, clause, message, evidence, exchanges: this.#sent.get(check) ?? evidence }
    try {
      return toScript(failure, { target, baseUrl, trail, redacted: (text) => redactor.text(text) })
    } catch (error) {
      // A fault of this part of the kit must not cost the report of the run.
      return `#!/bin/sh\n# The kit could not write this script: ${(error as Error).name}. Please report it.\nexit 2\n`
    }
  }
}
