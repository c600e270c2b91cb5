// Starts a twin in process, and asks it what its service was asked.
import { createEmulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { isOutage } from '../../../conformance/learn/answer-shape.ts'
import { compareAnswers } from '../../../conformance/learn/compare-answers.ts'
import { learnService, type AskedShape, type LearnedService } from '../../../conformance/learn/learn-service.ts'
import type { LearnedDocument } from '../../../conformance/learn/learned-document.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { toTargetFile } from '../service/target-file.ts'

/** Where a twin answers otherwise than its service. */
export type TwinComparison = NonNullable<LearnedDocument['twin']>

/** The answers of a service, and the options of its twin. */
export interface TwinSubject {
  readonly asked: readonly AskedShape[]
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
  const differences = both.flatMap(({ ofService: { question, shape, onlyForm }, ofTwin }) => {
    const found = compareAnswers(shape, ofTwin.shape, { onlyForm })
    return found.length === 0 ? [] : [{ question, differences: found }]
  })
  return { learned: twin, comparison: { asked: both.length, differences } }
}
