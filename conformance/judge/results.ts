import { toScript, unwrittenScript } from './scripts/script.ts'
import { withoutSecrets, redactResult } from './redaction/redact.ts'
import { leftoverKind, leftoverText } from '../wording/leftover-text.ts'
import { phraseText } from '../wording/text.ts'
import type { Leftover } from '../conclusions/leftover.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { undecided } from '../conclusions/result.ts'
import { factKinds } from '../conclusions/fact.ts'
import { phrase, type PhraseChange, changePhraseValues } from '../conclusions/phrase.ts'
import { findExplainers, mayExplain } from './blame.ts'
import { observableVerdict } from './check-runner.ts'
import { type Check, isPassive } from './define-check.ts'
import type { Choice } from './findings.ts'
import type { CheckResult, RunResult } from './result.ts'
import type { Run } from './run.ts'

/** Returns true if a browser is needed to reproduce the failure of a check. */
const isInBrowser = (check: Check): boolean => !isPassive(check) && check.inBrowser === true

/** The results of a run. */
export class Results {
  readonly #run: Run
  readonly #results = new Map<string, CheckResult>()
  readonly #checks: readonly Check[]

  /** @param checks The checks of the run. One may explain the failure of another. */
  constructor(run: Run, checks: readonly Check[]) {
    this.#run = run
    this.#checks = checks
  }

  has(id: string): boolean {
    return this.#results.has(id)
  }

  /** The result of a check. A failure that another one explains is blocked by it. */
  get(id: string): CheckResult | undefined {
    const result = this.#results.get(id)
    const named = result?.verdict === 'fail' ? id : result?.cause?.kind === 'check' ? result.cause.check : undefined
    const nearest = named === undefined ? undefined : this.#nearestTo(named)
    if (!result || nearest === undefined || nearest === named) return result
    const cause = { kind: 'check', check: nearest } as const
    if (named !== id) return { ...result, cause, remark: phrase`${nearest} did not pass` }
    return undecided(result, 'blocked', { cause, remark: phrase`${nearest} did not pass, and here it is the same` })
  }

  /** The check closest to the mistake that made a check fail. */
  #nearestTo(id: string): string {
    const result = this.#results.get(id)
    const check = this.#checks.find((known) => known.id === id)
    if (!check || result?.verdict !== 'fail') return id
    const nearer = findExplainers(check, this.#checks).find((other) => {
      const { verdict, fact } = this.#results.get(other.id) ?? {}
      return verdict === 'fail' && mayExplain(fact, result.fact)
    })
    return nearer ? this.#nearestTo(nearer.id) : id
  }

  /**
   * Returns true if the only conclusion about a requirement is that the target does not have it. Passive checks and
   * checks that lack a declaration say nothing about that.
   */
  isAbsent(requirement: string): boolean {
    const found = [...this.#results.values()].filter((result) => result.requirement === requirement)
    const isActive = ({ check }: CheckResult) => this.#checks.some((known) => known.id === check && !isPassive(known))
    const causes = found.filter(isActive).map(({ cause }) => cause?.kind ?? 'data')
    return (
      found.every(({ verdict }) => verdict === 'notApplicable') &&
      causes.includes('absent') &&
      causes.every((kind) => kind === 'absent' || kind === 'omitted' || kind === 'declaration')
    )
  }

  add(check: Check, { sent, ...result }: CheckResult, durationMs: number): void {
    const { id, requirement } = check
    const verdict = observableVerdict(requirement, result.verdict)
    // The requests of a check do not show what its browser received.
    const evidence = isInBrowser(check) && verdict === 'fail' ? [] : result.evidence
    // Only the script of a failure needs all exchanges, and whole bodies take memory.
    this.#results.set(id, {
      ...result,
      evidence,
      verdict,
      durationMs,
      ...(verdict === 'fail' && { sent }),
      ...(verdict === 'fail' &&
        !isPassive(check) && { mayFollowWrite: check.effect === 'write', letsTimePass: check.waits === true }),
    })
  }

  /** A result without evidence and secrets, for progress reports during the run. */
  told({ sent: _sent, ...result }: CheckResult): CheckResult {
    return redactResult({ ...result, evidence: [] }, factKinds, withoutSecrets(this.#run.redactor))
  }

  /** A result without secrets, as reports show it. */
  redacted({ sent, ...result }: CheckResult, change: PhraseChange = withoutSecrets(this.#run.redactor)): CheckResult {
    const redacted = redactResult(result, factKinds, change)
    const reproduce = result.verdict === 'fail' ? this.#scriptOf({ ...result, sent }, redacted) : undefined
    return reproduce === undefined ? redacted : { ...redacted, reproduce }
  }

  /**
   * A whole run without secrets. Only external values are searched: the kit's conclusions do not depend on the names of
   * a target's secrets.
   */
  redactedRun(run: Omit<RunResult, 'leftovers' | 'findings'>, left: readonly Leftover[]): RunResult {
    const { redactor, findings } = this.#run
    const change = withoutSecrets(redactor)
    // The names of findings come from the kit, their values from the target.
    const findingValue = (choice: Choice) =>
      'value' in choice ? change.json(choice.value) : phraseText(changePhraseValues(choice.words, change))
    const isUsual = ({ why }: Leftover) => ['undocumented', 'ends', 'noHook'].includes(why.kind)
    const [others, lasting] = [left.filter((thing) => !isUsual(thing)), left.filter(isUsual)]
    return {
      ...run,
      baseUrl: redactor.address(run.baseUrl),
      findings: Object.fromEntries(findings.all().map(([name, choice]) => [name, findingValue(choice)])),
      results: run.results.map((result) => this.redacted(result, change)),
      leftovers: [...others, ...lasting].map((thing) => redactor.known(leftoverText(thing))),
      undeletable: lasting.length,
      undeletableKinds: Object.fromEntries(
        [...Map.groupBy(lasting, ({ made }) => leftoverKind(made))].map(([kind, alike]) => [kind, alike.length]),
      ),
      deletableLater: others.some(({ why }) => why.kind === 'failed'),
      exchanges: run.exchanges.map(change.exchange),
    }
  }

  #scriptOf({ check, clause, fact, sent = [] }: CheckResult, redacted: Statement): string | undefined {
    const { target, baseUrl, trail, redactor } = this.#run
    if (this.#checks.some((known) => known.id === check && isInBrowser(known)))
      return unwrittenScript(`A browser shows it: npx @platform-data/emulator conformance URL --only ${check}`)
    if (!fact) return undefined
    const failure = { check, clause, fact, statement: redacted, exchanges: sent }
    try {
      return toScript(failure, {
        target,
        baseUrl,
        trail,
        hidden: (text) => redactor.known(text),
      })
    } catch (error) {
      // An error while writing a script must not prevent the report of the run.
      return unwrittenScript(`The kit could not write this script: ${(error as Error).name}. Please report it.`)
    }
  }
}
