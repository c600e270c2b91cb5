// Makes a twin from what was learned about a service: its records, its adapters, and the options of an emulator.
import { type LearnedDocument, learnedValues } from '../../../conformance/learn/learned-document.ts'
import type { LearnedService } from '../../../conformance/learn/learn-service.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import { learned as learnedValue, type Observation } from '../../../conformance/learn/observation.ts'
import type { AnswerForms } from '../../../emulator/model/contract/answer-form.ts'
import { parseAdapter } from '../../../emulator/api/services/json-adapter.ts'
import type { EmulatorOptions } from '../../../emulator/create-emulator.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { learnTwin } from './learn-twin.ts'
import { type AdapterFile, twinAdapters } from './twin-adapters.ts'
import { type TwinRecords, twinRecords } from './twin-records.ts'

/**
 * The records of a twin: the emulator's own, made-up ones in the form of the service's, or additionally a number of
 * real ones.
 */
export type RecordsChoice = 'none' | 'shape' | { readonly sample: number }

/** The inputs of a twin. */
export interface TwinSource {
  /** The learned document, without the comparison of a twin. */
  readonly document: LearnedDocument
  readonly learned: LearnedService
  readonly target: Target
  /** The records of the twin. Default: made-up ones. */
  readonly records?: RecordsChoice | undefined
}

/** A twin. */
export interface Twin {
  /** The learned document, with the differences between the answers of twin and service. */
  readonly document: LearnedDocument
  readonly records: TwinRecords
  readonly adapters: readonly AdapterFile[]
  /** The options of the emulator that is the twin. */
  readonly options: EmulatorOptions
  /** The result of learning the twin itself. */
  readonly ofTwin: LearnedService
}

/** The conventions of a twin: the learned ones, and the members of its records. */
export function twinConventions(
  document: LearnedDocument,
  { recordMembers }: Pick<TwinRecords, 'recordMembers'>,
): Readonly<Record<string, unknown>> {
  return { ...learnedValues(document), ...(recordMembers ? { recordMembers } : {}) }
}

const learnedForm = (forms: AnswerForms, asked: LearnedService['asked']): Observation =>
  learnedValue(forms, ...asked.map(({ question }) => question))

/** Makes a twin, and asks it the questions that its service answered. */
export async function makeTwin({ document, learned, target, records: wanted = 'shape' }: TwinSource): Promise<Twin> {
  const adapters = twinAdapters(learned.commands, target.samples)
  const samples = typeof wanted === 'object' ? learned.sampleRecords(wanted.sample).records : {}
  const records = twinRecords(wanted === 'none' ? {} : document.records, samples, adapters, target.enumFilters)
  const options: EmulatorOptions = {
    conventions: twinConventions(document, records) as Partial<Conventions>,
    ...(records.fixtures ? { fixtures: parseSeed(records.fixtures) } : {}),
    adapters: adapters.files.map(parseAdapter),
  }
  const { allowWrites } = document
  const subject = {
    asked: learned.asked,
    further: learned.further,
    answers: learned.answers,
    records: document.records,
    allowWrites,
    ...(target.samples?.command ? { command: target.samples.command } : {}),
  }
  const first = await learnTwin({ ...subject, options })
  const { forms } = first
  const rest = { records, adapters: adapters.files }
  if (!forms) return { document: { ...document, twin: first.comparison }, ...rest, options, ofTwin: first.learned }
  const inForm = { ...options, conventions: { ...options.conventions, answerForms: forms } }
  const { comparison: twin, learned: ofTwin } = await learnTwin({ ...subject, options: inForm })
  const answerForms = { ...learnedForm(forms, subject.asked), clause: document.conventions.answerForms.clause }
  const conventions = { ...document.conventions, answerForms }
  return { document: { ...document, conventions, twin }, ...rest, options: inForm, ofTwin }
}
