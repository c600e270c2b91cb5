// The report about a service, independent of its format.
import { claimText, longClaimText } from '../catalogue/profiles.ts'
import { type Requirement, requirements } from '../catalogue/requirements.ts'
import { namedIn } from '../conclusions/cause.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { type BaselineOutcome, knownChecks } from './baseline.ts'
import { blockedBy } from './blocked-by.ts'
import { declareNext } from './declare-next.ts'
import {
  catalogueText,
  type DeclareNext,
  knownLines,
  type ReportDocument,
  type RequirementRow,
  type Section,
  type TableSection,
  toDocument,
  toRow,
} from './document.ts'
import { failuresByCause } from './findings.ts'
import { errorReasons, unclaimedReasons, undecidedReasons } from './open.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { notesOf } from './run-notes.ts'
import { clausesText } from './score.ts'
import { passedLine, toSections } from './sections.ts'
import { serviceFinding } from './service-finding.ts'
import type { Summary } from './summary.ts'
import { counted, cutBody, findingText, firstNames, verdictWords } from './text.ts'
import { exampleTargetFile, memberNames, toDeclare } from './to-declare.ts'
import { isWhole, verdictLine } from './verdict-line.ts'

interface ServiceContext {
  readonly summary: Summary
  readonly baseline?: BaselineOutcome | undefined
  /** The first words of the commands in a report. Default: `emulator`. */
  readonly command?: string | undefined
}

/** The report about a service. */
export function serviceDocument(result: RunResult, context: ServiceContext): ReportDocument {
  const { summary, baseline } = context
  const { claim, clauses, digest, outcomes } = summary
  const { startedAt, durationMs, requests } = result
  const known = knownChecks(baseline)
  return toDocument({
    title: 'Platform Data API conformance',
    subject: result.baseUrl,
    subjectName: 'Service',
    verdict: verdictLine(summary, baseline),
    claim: isWhole(claim) ? undefined : longClaimText(claim),
    scope: clausesText(clauses),
    next: nextOf(result, summary),
    startedAt,
    durationMs,
    requests,
    summary,
    catalogue: catalogueText(requirements.length, digest),
    sections: serviceSections(result, context, known),
    requirements: outcomes.map((outcome) => requirementRow(outcome, known)),
    suite: {
      name: `Platform Data API conformance, ${claimText(claim)}${result.quick ? ', quick run' : ''}`,
      group: 'conformance',
    },
  })
}

/** The members of a target file that would decide the most requirements; undefined without any. */
function nextOf(result: RunResult, { open }: Summary): DeclareNext | undefined {
  const { members, decides } = declareNext(result, open)
  if (members.length === 0) return undefined
  const names = members.map(({ name }) => name)
  return {
    text: `declare ${firstNames(names, names.length)}, and up to ${decides} of the ${counted(open.length, 'open requirement')} can be decided`,
    members,
    example: exampleTargetFile(memberNames.filter((name) => names.includes(name))),
  }
}

function serviceSections(
  result: RunResult,
  { summary, baseline, command = 'emulator' }: ServiceContext,
  known: ReadonlySet<string>,
): readonly Section[] {
  const { results, findings, leftovers } = result
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  const blocked = blockedBy(results, new Set(failed.map(({ check }) => check)))
  return toSections({
    failed: {
      findings: failuresByCause(failed.filter(({ check }) => !known.has(check))).map((failures) =>
        serviceFinding(failures, results),
      ),
    },
    errors: { reasons: errorReasons(results) },
    undecided: { reasons: undecidedReasons(result, blocked) },
    'not-looked-at': {
      note: 'The target file does not declare what these need, or the service has no such part.',
      reasons: unclaimedReasons(result),
      example: toDeclare(result),
    },
    passed: {
      lines: results
        .filter(({ verdict }) => verdict === 'pass' || verdict === 'observed')
        .map(({ check, verdict, message }) => passedLine(verdict, check, message)),
    },
    findings: { rows: Object.entries(findings).map(([name, value]) => [name, findingText(value)]) },
    excluded: statements(({ excluded }) => excluded !== undefined),
    open: statements(({ kind }) => kind === 'notShown'),
    limits: { lines: notesOf(result) },
    known: { lines: knownLines(summary.outcomes, known) },
    stale: { lines: (baseline?.stale ?? []).map(({ check, requirement }) => `${check} (${requirement})`) },
    'left-behind': {
      title: `Left behind: delete by hand what \`${command} conformance cleanup\` cannot`,
      lines: leftovers,
    },
  })
}

/** The requirements for which a report has only the statement. */
function statements(matches: (requirement: Requirement) => boolean): Pick<TableSection, 'rows' | 'anchors'> {
  const all = requirements.filter(matches)
  return {
    rows: all.map(({ clause, statement, excluded }) => [clause, `${statement} ${excluded ?? ''}`.trim()]),
    anchors: all.map(({ id }) => id),
  }
}

/** A requirement as a report lists it. */
function requirementRow(outcome: RequirementOutcome, known: ReadonlySet<string>): RequirementRow {
  const { requirement, verdict, results } = outcome
  const deciding = results.filter((result) => result.verdict === verdict)
  return toRow(outcome, {
    known,
    reason: firstNames([...new Set(deciding.map(shortMessage).filter((text) => text !== ''))], 3),
    // Only stated requirements are judged, so an unchecked requirement of another kind is not a gap.
    ...(requirement.kind !== 'stated' && verdict === 'notApplicable' ? { words: 'not stated' } : {}),
    level: '',
    checks: results.map((result) => ({
      check: result.check,
      text: [verdictWords[result.verdict], shortMessage(result)].filter((text) => text !== '').join(': '),
    })),
    weight: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  })
}

/** The message of a result. A blocked result names only the check that blocks it, which has the reason. */
function shortMessage({ message, cause, suspected }: CheckResult): string {
  const text = cutBody(message, 600)
  if (suspected || !cause) return text
  if (cause.kind === 'credential' && cause.member !== undefined) return `${cause.member} is refused`
  const names = namedIn(cause)
  return names.length > 0 ? `blocked by ${names.join(' and ')}` : text
}
