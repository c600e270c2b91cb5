// Asks a service again, within a number of requests, and reports how it has changed since it was learned.
import { checks } from '../checks/checks.ts'
import { type RequirementId, requirements } from '../catalogue/requirements.ts'
import { because } from '../conclusions/cause.ts'
import { countForms } from './answered-alike.ts'
import {
  confirmDrifts,
  compareDocuments,
  type FailingRequirement,
  failingRequirements,
  isFailing,
  driftName,
  hasMoved,
} from './drift.ts'
import type { Drift } from './drift-report-schema.ts'
import type { LearnedService } from './learn-service.ts'
import { type LearnedDocument, toLearnedDocument } from './learned-document.ts'
import type { UnseenCause } from './observation.ts'
import type { RequirementVerdicts } from './requirement-verdicts.ts'
import { type StatedVerdicts, unaskedRequirements } from './stated-verdicts.ts'

/** Options of `checkDrift`. */
export interface DriftOptions {
  /** The service as it was learned. */
  readonly before: LearnedDocument
  readonly baseUrl: string
  readonly allowWrites: boolean
  /** The most requests in total. */
  readonly mostRequests: number
  /** Asks the questions of `learn`, which are about the options of an emulator. */
  readonly ask: (mostRequests: number) => Promise<LearnedService>
  /** Runs checks of the kit. */
  readonly judge: (mostRequests: number, part: JudgedPart) => Promise<StatedVerdicts>
}

/** The checks to run: only the named ones, or all, those of requirements that the questions have decided later. */
export interface JudgedPart {
  readonly only?: readonly string[]
  readonly decided?: RequirementVerdicts
}

/** The changes of a service, and the requests that found them. */
export interface DriftResult {
  readonly drifts: readonly Drift[]
  /** The first answers to the questions. */
  readonly learned: LearnedService
  readonly stated: StatedVerdicts
  /** The stated requirements that were not checked because the requests were used up. */
  readonly unasked: readonly RequirementId[]
  readonly requests: number
  readonly leftovers: readonly string[]
  /** True if answers could be compared. */
  readonly isCompared: boolean
}

/** The share of the remaining requests that is reserved for repeating failed checks. */
const keptForAgain = 1 / 8

/**
 * The differences that were seen twice: first by the questions, then by the checks of the kit with the remaining
 * requests.
 */
export async function checkDrift(asking: DriftOptions): Promise<DriftResult> {
  const { before, baseUrl, allowWrites, mostRequests, ask, judge } = asking
  const documentOf = (learned: LearnedService): LearnedDocument => toLearnedDocument(learned, { baseUrl, allowWrites })
  const learned = await ask(mostRequests)
  const now = documentOf(learned)
  const first = compareDocuments(before, now)
  const isCompared = isComparable(before, now)
  if (!isCompared) return hiddenDrift(before, learned, first)
  let { requests } = learned
  const leftovers = [...learned.leftovers]
  let drifts = first
  if (first.some(hasMoved)) {
    if (mostRequests - requests < learned.requests) drifts = markUnmeasured(first, because.limit)
    else {
      const again = await ask(mostRequests - requests)
      requests += again.requests
      leftovers.push(...again.leftovers)
      drifts = confirmDrifts(first, compareDocuments(before, documentOf(again)))
    }
  }
  const left = mostRequests - requests
  const stated = await judge(Math.floor(left * (1 - keptForAgain)), { decided: learned.verdicts })
  requests += stated.requests
  leftovers.push(...stated.leftovers)
  const told = new Set(drifts.filter(isFailing).map(driftName))
  const failing = failingRequirements(before.verdicts, stated.verdicts)
    .filter(({ requirement }) => !told.has(requirement))
    .map((drift) => reclassifyNewPlaces(drift, before, stated))
  const failed: Drift[] = []
  if (failing.length > 0) {
    const again = await judge(mostRequests - requests, { only: checksToRepeat(failing, stated) })
    requests += again.requests
    leftovers.push(...again.leftovers)
    failed.push(...failing.map((drift) => confirmOrWithdraw(drift, again)))
  }
  const verdicts = { ...learned.verdicts, ...stated.verdicts }
  const open = requirements.flatMap(({ id }): readonly Drift[] =>
    before.verdicts[id] !== undefined && verdicts[id] === undefined
      ? [{ class: 'notMeasured', what: id, cause: whyOpen(id, asking, stated) }]
      : [],
  )
  return {
    drifts: [...drifts.filter(isFailing), ...failed, ...drifts.filter((drift) => !isFailing(drift)), ...open],
    learned,
    stated,
    unasked: unaskedRequirements(stated, verdicts),
    requests,
    leftovers,
    isCompared,
  }
}

/** False if nothing answered, or if everything got the same answer: from a gateway, or a refusal of credentials. */
function isComparable(before: LearnedDocument, now: LearnedDocument): boolean {
  const shapesOf = ({ answers }: LearnedDocument) => Object.values(answers).map(({ shape }) => shape)
  const forms = countForms(shapesOf(now))
  return forms > 1 || (forms === 1 && countForms(shapesOf(before)) === 1)
}

/** The result if nothing could be compared, so that nothing more is asked. */
function hiddenDrift(before: LearnedDocument, learned: LearnedService, first: readonly Drift[]): DriftResult {
  const open = requirements.flatMap(({ id }): readonly Drift[] =>
    before.verdicts[id] === undefined ? [] : [{ class: 'notMeasured', what: id, cause: because.gateway }],
  )
  return {
    drifts: [...markUnmeasured(first, because.gateway), ...open],
    learned,
    stated: { verdicts: {}, open: {}, passed: [], failed: [], requests: 0, leftovers: [] },
    unasked: [],
    requests: learned.requests,
    leftovers: learned.leftovers,
    isCompared: false,
  }
}

/** Marks differences that could not be seen twice as not measured. */
function markUnmeasured(drifts: readonly Drift[], cause: UnseenCause): readonly Drift[] {
  return drifts.map((drift) => (hasMoved(drift) ? { class: 'notMeasured', what: driftName(drift), cause } : drift))
}

/** If a requirement fails only in checks that had not run when it was learned, it may never have held there. */
function reclassifyNewPlaces(
  drift: FailingRequirement,
  { passed = [] }: LearnedDocument,
  { failed }: StatedVerdicts,
): FailingRequirement {
  const { requirement } = drift
  const isOfIt = (check: string) => checks.some(({ id, requirement: its }) => id === check && its === requirement)
  if (drift.class !== 'breaks' || !passed.some(isOfIt)) return drift
  return failed.some(({ check }) => passed.includes(check) && isOfIt(check)) ? drift : { ...drift, class: 'fails' }
}

function checksToRepeat(failing: readonly FailingRequirement[], { failed }: StatedVerdicts): readonly string[] {
  const broken = new Set(failing.map(({ requirement }) => requirement))
  return failed.filter(({ requirement }) => broken.has(requirement)).map(({ check }) => check)
}

/**
 * A requirement that failed only once is not measured: the cause may be lag, other writers or a short outage. One that
 * is blocked by a failing requirement counts as failed again.
 */
function confirmOrWithdraw(drift: FailingRequirement, { verdicts, open, failed }: StatedVerdicts): Drift {
  const { requirement } = drift
  const isBlocked = verdicts[requirement] === undefined && failed.length > 0
  if (verdicts[requirement] === 'fail' || isBlocked) return drift
  return { class: 'notMeasured', what: requirement, cause: open[requirement] ?? because.changed }
}

function whyOpen(id: RequirementId, { before, allowWrites }: DriftOptions, { open }: StatedVerdicts): UnseenCause {
  return open[id] ?? (before.allowWrites && !allowWrites ? because.writes : because.data)
}
