import { toScript, unwritten } from '../reproduce/script.ts'
import { withoutLongWords } from '../secrets/long-words.ts'
import { redactedAddress, redactedExchange } from '../secrets/redacted-exchange.ts'
import { redactedMessage } from '../secrets/redacted-message.ts'
import { withNames } from '../secrets/redact.ts'
import type { Exchange } from '../wire/exchange.ts'
import { clauseOf, verdictFor } from './check-runner.ts'
import { type Check, isPassive } from './define-check.ts'
import type { Outcome } from './outcome.ts'
import type { CheckResult, RunResult } from './result.ts'
import type { Run } from './run.ts'

/** The results of a run, with what is needed to reproduce those that failed. */
export class Results {
  readonly #run: Run
  readonly #results = new Map<string, CheckResult>()
  readonly #sent = new Map<string, Outcome['sent']>()
  /** Failures that a browser alone shows. */
  readonly #inBrowser = new Set<string>()

  constructor(run: Run) {
    this.#run = run
  }

  has(id: string): boolean {
    return this.#results.has(id)
  }

  get(id: string): CheckResult | undefined {
    return this.#results.get(id)
  }

  add(check: Check, { sent, ...outcome }: Outcome, durationMs: number): CheckResult {
    const { id, requirement } = check
    const isInBrowser = !isPassive(check) && check.inBrowser === true
    if (isInBrowser) this.#inBrowser.add(id)
    const verdict = verdictFor(requirement, outcome.verdict)
    // The requests beside a browser do not show what it met.
    const evidence = isInBrowser && verdict === 'fail' ? [] : outcome.evidence
    const result = { check: id, requirement, clause: clauseOf(requirement), ...outcome, evidence, verdict, durationMs }
    this.#results.set(id, result)
    if (verdict === 'fail') this.#sent.set(id, sent)
    return result
  }

  /** A result without secrets, as reports show it. */
  redacted(result: CheckResult): CheckResult {
    return this.#shown(result, (exchange) => redactedExchange(exchange, this.#run.redactor))
  }

  /**
   * A whole run without secrets. Only what came from outside is searched for them: what the kit concluded does not
   * depend on how a target names its secrets. An exchange that several results have is copied once.
   */
  redactedRun(run: RunResult): RunResult {
    const { redactor } = this.#run
    const copies = new Map<Exchange, Exchange>()
    const copyOf = (exchange: Exchange): Exchange => {
      let copy = copies.get(exchange)
      if (!copy) copies.set(exchange, (copy = redactedExchange(exchange, redactor)))
      return copy
    }
    return {
      ...run,
      baseUrl: redactedAddress(run.baseUrl, redactor),
      findings: this.#foundShown(run.findings),
      results: run.results.map((one) => this.#shown(one, copyOf)),
      leftovers: run.leftovers.map((one) => redactor.own(withoutLongWords(one))),
      exchanges: run.exchanges.map(copyOf),
    }
  }

  #shown(result: CheckResult, copyOf: (exchange: Exchange) => Exchange): CheckResult {
    const { message, evidence, verdict } = result
    const reproduce = verdict === 'fail' ? this.#scriptOf(result) : undefined
    return {
      ...result,
      message: redactedMessage(message, evidence, this.#run.redactor),
      evidence: evidence.map(copyOf),
      ...(reproduce === undefined ? {} : { reproduce }),
    }
  }

  /** The kit names what it finds; what it found is the target's. */
  #foundShown(findings: RunResult['findings']): RunResult['findings'] {
    const shown = (value: unknown, depth = 0): unknown => {
      if (typeof value === 'string') return this.#run.redactor.own(withoutLongWords(value))
      if (typeof value !== 'object' || value === null) return value
      if (depth > 20) return '(nested too deeply)'
      return Array.isArray(value)
        ? value.map((item) => shown(item, depth + 1))
        : withNames(
            Object.entries(value).map(([name, member]) => [this.#run.redactor.name(name), shown(member, depth + 1)]),
          )
    }
    return Object.fromEntries(Object.entries(findings).map(([name, value]) => [name, shown(value)]))
  }

  #scriptOf({ check, clause, message, evidence }: CheckResult): string | undefined {
    const { target, baseUrl, trail, redactor } = this.#run
    if (this.#inBrowser.has(check)) return unwritten(`A browser shows it: emulator conformance URL --only ${check}`)
    const shownMessage = redactedMessage(message, evidence, redactor)
    const failure = { check, clause, message, shownMessage, evidence, exchanges: this.#sent.get(check) ?? evidence }
    try {
      return toScript(failure, {
        target,
        baseUrl,
        trail,
        redacted: (text) => redactor.own(text),
        hidden: (text) => redactor.text(text),
      })
    } catch (error) {
      // A fault of this part of the kit must not cost the report of the run.
      return unwritten(`The kit could not write this script: ${(error as Error).name}. Please report it.`)
    }
  }
}
