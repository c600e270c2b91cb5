import { driftName } from './drift.ts'
import type { Drift } from './drift-report-schema.ts'
import { assumedOperations, type LearnedConvention, type LearnedDocument } from './learned-document.ts'
import type { ConventionName } from './observation.ts'

/**
 * The document of a service in its current state, for `--accept`. Anything that could not be measured this time,
 * because of an outage or without `--allow-writes`, stays as it was learned.
 * @param failed The checks that currently fail.
 */
export function acceptedDocument(
  before: LearnedDocument,
  now: LearnedDocument,
  drifts: readonly Drift[],
  failed: ReadonlySet<string>,
): LearnedDocument {
  const open = new Set(drifts.filter((drift) => drift.class === 'notMeasured').map(driftName))
  const measured = <Value>(of: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !open.has(name)))
  const conventions = Object.entries(now.conventions).filter(([, { state }]) => state !== 'unobservable')
  const answers = { ...before.answers, ...measured(now.answers) }
  return {
    ...now,
    allowWrites: before.allowWrites || now.allowWrites,
    conventions: {
      ...now.conventions,
      ...observableConventions(before.conventions),
      ...measured(Object.fromEntries(conventions)),
    } as Record<ConventionName, LearnedConvention>,
    answers,
    assumed: assumedOperations(answers),
    missing: Object.fromEntries(Object.entries(now.missing).filter(([question]) => !(question in answers))),
    records: { ...before.records, ...now.records },
    scopes: { ...before.scopes, ...now.scopes },
    verdicts: { ...before.verdicts, ...measured(now.verdicts) },
    passed: [...new Set([...before.passed.filter((check) => !failed.has(check)), ...now.passed])].toSorted(),
  }
}

const observableConventions = (conventions: LearnedDocument['conventions']): Partial<LearnedDocument['conventions']> =>
  Object.fromEntries(Object.entries(conventions).filter(([, { state }]) => state !== 'unobservable'))
