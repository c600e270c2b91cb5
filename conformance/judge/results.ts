import { toScript, unwritten } from './scripts/script.ts'
import { redactedExchange } from './redaction/redacted-exchange.ts'
import { leftoverText } from '../wording/leftover-text.ts'
import { messageOf, textOf } from '../wording/text.ts'
import type { Leftover } from '../conclusions/leftover.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { phrase, withChangedValues } from '../conclusions/phrase.ts'
import { explainersOf, mayExplain } from './blame.ts'
import { clauseOf, verdictFor } from './check-runner.ts'
import { type Check, isPassive } from './define-check.ts'
import type { Finding } from './findings.ts'
import { type Outcome, statementWith, undecided } from './outcome.ts'
import type { CheckResult, RunResult } from './result.ts'
import type { Run } from './run.ts'

/** The result of a check, with secrets and without its text. */
type Concluded = Omit<CheckResult, 'message'>

/** A run with secrets and without texts. */
interface ConcludedRun extends Omit<RunResult, 'results' | 'leftovers' | 'findings'> {
  readonly results: readonly Concluded[]
  readonly leftovers: readonly Leftover[]
  readonly findings: readonly (readonly [name: string, finding: Finding])[]
}

/** The results of a run, with the data that scripts need to reproduce failures. */
export class Results {
  readonly #run: Run
  readonly #results = new Map<string, Concluded>()
  readonly #sent = new Map<string, Outcome['sent']>()
  /** The checks that only read what others send. */
  readonly #passive = new Set<string>()
  /** The checks whose failures show only in a browser. */
  readonly #inBrowser = new Set<string>()
  readonly #checks: readonly Check[]

  /** @param checks The checks of the run: one of them may explain the failure of another. */
  constructor(run: Run, checks: readonly Check[]) {
    this.#run = run
    this.#checks = checks
  }

  has(id: string): boolean {
    return this.#results.has(id)
  }

  /** The result of a check. A failure that another one explains is blocked by it. */
  get(id: string): Concluded | undefined {
    const result = this.#results.get(id)
    const named = result?.verdict === 'fail' ? id : result?.cause?.kind === 'check' ? result.cause.check : undefined
    const nearest = named === undefined ? undefined : this.#nearestTo(named)
    if (!result || nearest === undefined || nearest === named) return result
    if (named !== id)
      return { ...result, cause: { kind: 'check', check: nearest }, remark: phrase`${nearest} did not pass` }
    const remark = phrase`${nearest} did not pass, and here it is the same`
    const { check, requirement, clause, durationMs } = result
    return {
      ...undecided(result, 'blocked', { cause: { kind: 'check', check: nearest }, remark }),
      check,
      requirement,
      clause,
      durationMs,
    }
  }

  /** The check that is nearest to the mistake behind a failed check. */
  #nearestTo(id: string): string {
    const result = this.#results.get(id)
    const check = this.#checks.find((known) => known.id === id)
    if (!check || result?.verdict !== 'fail') return id
    const nearer = explainersOf(check, this.#checks).find((other) => {
      const { verdict, fact } = this.#results.get(other.id) ?? {}
      return verdict === 'fail' && mayExplain(fact, result.fact)
    })
    return nearer ? this.#nearestTo(nearer.id) : id
  }

  /**
   * Returns true if all that was concluded about a requirement is that the target does not have it. A check that lacks
   * a declaration, or only reads what others send, says nothing about that.
   */
  isAbsent(requirement: string): boolean {
    const found = [...this.#results.values()].filter((result) => result.requirement === requirement)
    const causes = found.filter(({ check }) => !this.#passive.has(check)).map(({ cause }) => cause?.kind ?? 'data')
    return (
      found.every(({ verdict }) => verdict === 'notApplicable') &&
      causes.includes('absent') &&
      causes.every((kind) => kind === 'absent' || kind === 'omitted' || kind === 'declaration')
    )
  }

  add(check: Check, { sent, ...outcome }: Outcome, durationMs: number): void {
    const { id, requirement } = check
    const isInBrowser = !isPassive(check) && check.inBrowser === true
    if (isInBrowser) this.#inBrowser.add(id)
    if (isPassive(check)) this.#passive.add(id)
    const verdict = verdictFor(requirement, outcome.verdict)
    // Requests of a check in a browser do not show what the browser met.
    const evidence = isInBrowser && verdict === 'fail' ? [] : outcome.evidence
    this.#results.set(id, {
      check: id,
      requirement,
      clause: clauseOf(requirement),
      ...outcome,
      evidence,
      verdict,
      durationMs,
    })
    if (verdict === 'fail') this.#sent.set(id, sent)
  }

  /** A result without evidence and secrets, as the run reports it on the way. */
  told(result: Concluded): CheckResult {
    const statement = this.#statement(result, (exchange) => redactedExchange(exchange, this.#run.redactor))
    return { ...result, ...statement, message: messageOf({ ...result, ...statement }), evidence: [] }
  }

  /** A result without secrets, as reports show it. */
  redacted(result: Concluded): CheckResult {
    return this.#redacted(result, (exchange) => redactedExchange(exchange, this.#run.redactor))
  }

  /**
   * A whole run without secrets. Only values from outside are searched: the kit's conclusions do not depend on the
   * names of a target's secrets. An exchange that several results have is copied once.
   */
  redactedRun(run: ConcludedRun): RunResult {
    const { redactor } = this.#run
    const copies = new Map<Exchange, Exchange>()
    const copyOf = (exchange: Exchange): Exchange => {
      let copy = copies.get(exchange)
      if (!copy) copies.set(exchange, (copy = redactedExchange(exchange, redactor)))
      return copy
    }
    return {
      ...run,
      baseUrl: redactor.address(run.baseUrl),
      // The kit names what it finds; what it found is the target's.
      findings: Object.fromEntries(run.findings.map(([name, finding]) => [name, this.#foundOf(finding)])),
      results: run.results.map((result) => this.#redacted(result, copyOf)),
      leftovers: run.leftovers.map((leftover) => redactor.known(leftoverText(leftover))),
      exchanges: run.exchanges.map(copyOf),
    }
  }

  /** A finding without secrets. */
  #foundOf(finding: Finding): unknown {
    const { redactor } = this.#run
    if ('value' in finding) return redactor.value(finding.value)
    const exchange = (found: Exchange): Exchange => redactedExchange(found, redactor)
    return textOf(
      withChangedValues(finding.words, {
        exchange,
        text: (text) => redactor.text(text),
        json: (value) => redactor.value(value),
      }),
    )
  }

  #redacted(result: Concluded, copyOf: (exchange: Exchange) => Exchange): CheckResult {
    const { evidence, verdict } = result
    const statement = this.#statement(result, copyOf)
    const message = messageOf({ ...result, ...statement })
    const reproduce = verdict === 'fail' ? this.#scriptOf(result, statement) : undefined
    return {
      ...result,
      ...statement,
      message,
      evidence: evidence.map(copyOf),
      ...(reproduce === undefined ? {} : { reproduce }),
    }
  }

  /** The statement of a result, without secrets: the values between the words of the kit came from outside. */
  #statement(result: Concluded, copyOf: (exchange: Exchange) => Exchange): Statement {
    const { redactor } = this.#run
    return statementWith(result, {
      exchange: copyOf,
      text: (text) => redactor.text(text),
      json: (value) => redactor.value(value),
    })
  }

  #scriptOf({ check, clause, fact, evidence }: Concluded, redacted: Statement): string | undefined {
    const { target, baseUrl, trail, redactor } = this.#run
    if (this.#inBrowser.has(check))
      return unwritten(`A browser shows it: npx @platform-data/emulator conformance URL --only ${check}`)
    if (!fact) return undefined
    const failure = { check, clause, fact, statement: redacted, exchanges: this.#sent.get(check) ?? evidence }
    try {
      return toScript(failure, {
        target,
        baseUrl,
        trail,
        hidden: (text) => redactor.known(text),
      })
    } catch (error) {
      // A fault in making a script must not cost the report of the run.
      return unwritten(`The kit could not write this script: ${(error as Error).name}. Please report it.`)
    }
  }
}
