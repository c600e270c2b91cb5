// Starts a twin in process, and asks it what its service was asked.
import { createEmulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { isOutage } from '../../../conformance/learn/answer-shape.ts'
import { type AnswerDifference, compareAnswers } from '../../../conformance/learn/compare-answers.ts'
import { learnService, type AskedShape, type LearnedService } from '../../../conformance/learn/learn-service.ts'
import type { RecordForms } from '../../../conformance/learn/record-forms.ts'
import type { LearnedDocument } from '../../../conformance/learn/learned-document.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { toTargetFile } from '../service/target-file.ts'

/** Where a twin answers otherwise than its service. */
export type TwinComparison = NonNullable<LearnedDocument['twin']>

/** The answers of a service, and the options of its twin. */
export interface TwinSubject {
  readonly asked: readonly AskedShape[]
  /** The forms of the service's records. Default: none were seen. */
  readonly records?: RecordForms
  readonly allowWrites: boolean
  readonly options: EmulatorOptions
}

/** Asks a twin the questions that its service answered, and compares the answers. */
export async function askTwin(subject: TwinSubject): Promise<TwinComparison> {
  return (await learnTwin(subject)).comparison
}

/** Learns a twin as its service was learned, and compares the answers. */
export async function learnTwin({
  asked,
  records = {},
  allowWrites,
  options,
}: TwinSubject): Promise<{ readonly learned: LearnedService; readonly comparison: TwinComparison }> {
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const target = toTarget(toTargetFile(emulator, 'http://twin.invalid', true))
  const { fetch } = emulator
  const twin = await learnService({ target, fetch, allowWrites, limits: { maxRequests: 1000 } })
  const byQuestion = new Map(twin.asked.map((answer) => [answer.question, answer]))
  const both = asked.flatMap((ofService) => {
    if (ofService.isOfData || isOutage(ofService.shape.status)) return []
    const ofTwin = byQuestion.get(ofService.question)
    return ofTwin ? [{ ofService, ofTwin }] : []
  })
  const differences = both.flatMap(({ ofService, ofTwin }) => {
    const { question, shape, onlyForm } = ofService
    const found = compareAnswers(shape, ofTwin.shape, { onlyForm }).filter(
      (difference) => !isOfSomeRecords(difference, records),
    )
    return found.length === 0 ? [] : [{ question, differences: found }]
  })
  return { learned: twin, comparison: { asked: both.length, differences } }
}

/** Returns true for a member of the twin's records that only some records of the service have. */
function isOfSomeRecords(difference: AnswerDifference, records: RecordForms): boolean {
  if (difference.kind !== 'member' || difference.side === 'left') return false
  const { path } = difference
  return Object.values(records).some(({ count, members }) =>
    Object.entries(members).some(
      ([member, { in: times }]) => times < count && (path === member || path.endsWith(`.${member}`)),
    ),
  )
}
