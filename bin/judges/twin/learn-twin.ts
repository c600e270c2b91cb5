// Starts a twin in process, and asks it the questions that its service answered.
import { createEmulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { isOutage } from '../../../conformance/learn/answer-shape.ts'
import { type AnswerDifference, compareAnswers } from '../../../conformance/learn/compare-answers.ts'
import { learnService, type AskedShape, type LearnedService } from '../../../conformance/learn/learn-service.ts'
import type { RecordForms } from '../../../conformance/learn/record-forms.ts'
import type { LearnedDocument } from '../../../conformance/learn/learned-document.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import type { Answers } from '../../../conformance/learn/answers.ts'
import type { AnswerForms } from '../../../emulator/model/contract/answer-form.ts'
import { pathSteps } from '../../../conformance/learn/member-paths.ts'
import { isPerOperation } from '../../../emulator/api/dialect/per-operation.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type AnswerPair, twinForms } from './twin-forms.ts'
import { toTargetFile } from '../service/target-file.ts'

/** The answers of a service, and the options of its twin. */
export interface TwinSubject {
  readonly asked: readonly AskedShape[]
  /** The further questions, which are only compared. Default: none. */
  readonly further?: LearnedService['further']
  /** The complete answers, from which the forms of the twin's answers are made. */
  readonly answers?: Answers
  /** The forms of the service's records. Default: none. */
  readonly records?: RecordForms
  readonly allowWrites: boolean
  readonly options: EmulatorOptions
  /** The sample command of the target file. */
  readonly command?: NonNullable<Target['samples']>['command']
}

/** The header with the operation of an answer, which the emulator itself does not send. */
const operationHeader = 'x-emulator-operation'

/** The header with the kind of the mistake in a refused request. */
const mistakeHeader = 'x-emulator-mistake'

/** Learns a twin in the same way as its service, and compares the answers. */
export async function learnTwin(subject: TwinSubject): Promise<{
  readonly learned: LearnedService
  /** The differences between the answers of the twin and of its service. */
  readonly comparison: NonNullable<LearnedDocument['twin']>
  readonly forms: AnswerForms | undefined
}> {
  const { asked, further = { questions: [], asked: [] }, answers, records = {}, allowWrites, options } = subject
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const file = toTarget(toTargetFile(emulator, 'http://twin.invalid', true))
  // A twin's first connection has the commands of the service's first connection.
  const samples = subject.command ? { ...file.samples, command: subject.command } : file.samples
  // Where the service was asked by an unknown client, so is the twin.
  const { oauth, ...others } = file.credentials ?? {}
  const isUnknown = asked.some(({ question }) => question === 'oauth.unknown-client')
  const credentials = oauth && !isUnknown ? { ...others, oauth } : others
  const target: Target = { ...file, credentials, ...(samples ? { samples } : {}) }
  const { requests } = emulator
  const fetch = async (request: Request): Promise<Response> => {
    const response = await emulator.fetch(request)
    const headers = new Headers(response.headers)
    const draft = requests.draftAt(requests.latest)
    headers.set(operationHeader, draft?.operation?.id ?? '')
    headers.set(mistakeHeader, encodeURIComponent(draft?.refusal?.mistake ?? ''))
    return new Response(response.body, { status: response.status, headers })
  }
  const twin = await learnService({
    target,
    fetch,
    allowWrites,
    further: further.questions,
    limits: { maxRequests: 1000 },
  })
  const teaching = pairAnswers(asked, twin.asked)
  const both = [...teaching, ...pairAnswers(further.asked, twin.further.asked)]
  const pairs = teaching.map(({ ofService: { question, shape, onlyForm }, ofTwin }): AnswerPair => {
    const { request, response } = twin.answers.get(question) ?? {}
    const {
      [operationHeader]: operation,
      [mistakeHeader]: mistake = '',
      'x-emulator-code': code,
    } = response?.headers ?? {}
    const outcome = code ?? (request?.method === 'OPTIONS' ? 'options' : 'success')
    const exchange = answers?.received(question)
    // OPTIONS is no operation: the question names the list of the address.
    const named = outcome === 'options' ? question.replace(/options$/, 'list') : operation
    return {
      question,
      operation: named || undefined,
      outcome,
      mistake: decodeURIComponent(mistake) || undefined,
      ofService: shape,
      ofTwin: ofTwin.shape,
      exchange,
      limit: response?.headers['ratelimit-limit'],
      onlyForm,
    }
  })
  const somePages = somePagesPaths(options.conventions?.listEnvelope)
  const differences = both.flatMap(({ ofService, ofTwin }) => {
    const { question, request, shape, onlyForm } = ofService
    const kind = request.split('/').at(-1)!.replaceAll('-', '_')
    const paths = somePages.map((path) => path.replace('$kind', kind))
    const found = compareAnswers(shape, ofTwin.shape, { onlyForm }).filter(
      (difference) => !isOfSomeRecords(difference, records) && !isOfSomePages(difference, paths),
    )
    return found.length === 0 ? [] : [{ question, differences: found }]
  })
  return { learned: twin, comparison: { asked: both.length, differences }, forms: twinForms(pairs) }
}

/** The comparable answers of a service, each beside that of its twin. */
function pairAnswers(ofService: readonly AskedShape[], ofTwin: readonly AskedShape[]) {
  const byQuestion = new Map(ofTwin.map((answer) => [answer.question, answer]))
  return ofService.flatMap((answer) => {
    if (answer.isOfData || isOutage(answer.shape.status)) return []
    const other = byQuestion.get(answer.question)
    return other ? [{ ofService: answer, ofTwin: other }] : []
  })
}

/** The paths of the members that a template has only on some pages: where a page follows, or where records are. */
function somePagesPaths(template: unknown, path: readonly string[] = []): readonly string[] {
  if (!isObject(template)) return []
  if (template['$when'] !== undefined) return [path.join('\n')]
  return Object.entries(template).flatMap(([name, part]) =>
    somePagesPaths(part, path.length === 0 && isPerOperation(template) ? [] : [...path, name]),
  )
}

/** Returns true for such a member of the twin's page, as a page may follow at the twin only: it has other records. */
function isOfSomePages(difference: AnswerDifference, paths: readonly string[]): boolean {
  const isMember = difference.kind === 'member' && difference.side === 'right'
  return isMember && paths.includes(pathSteps(difference.path).join('\n'))
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
