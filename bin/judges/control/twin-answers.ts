// The answers of a service when it was learned, beside those of this emulator to the same questions.
import type { AnswerDifference } from '../../../conformance/learn/compare-answers.ts'
import type { AnswerShape } from '../../../conformance/learn/answer-shape.ts'
import type { UnseenCause } from '../../../conformance/learn/observation.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { EmulatorSubject } from './emulator-subject.ts'
import { refusing } from './refusing.ts'

/** One question, with both answers by their form. */
export interface PairedAnswer {
  readonly question: string
  /** The method and the documented path; null where nobody asked it. */
  readonly request: string | null
  /** The answer of the service; null where the recording has none. */
  readonly service: AnswerShape | null
  /** Why the recording has no answer. */
  readonly whyNone: UnseenCause | null
  /** The answer of this emulator; null where it could not be asked. */
  readonly twin: AnswerShape | null
  readonly differences: readonly AnswerDifference[]
}

/** The answers of a service and of this emulator. */
export interface PairedAnswers {
  /** The address of the service. */
  readonly baseUrl: string
  /** When it was learned, RFC 3339. */
  readonly at: string
  readonly answers: readonly PairedAnswer[]
}

/**
 * Asks an emulator what a service was asked when it was learned.
 * @param learned The content of `learned.json`.
 * @throws ApiError `refused` for another content.
 */
export async function pairAnswers(learned: unknown, subject: EmulatorSubject): Promise<PairedAnswers> {
  const [errors, documents, service, comparing, file] = await Promise.all([
    import('../../../conformance/kit-error.ts'),
    import('../../../conformance/learn/learned-document.ts'),
    import('../../../conformance/learn/learn-service.ts'),
    import('../../../conformance/learn/compare-answers.ts'),
    import('../../../conformance/target/target-file.ts'),
  ])
  const { baseUrl, at, answers, missing, allowWrites } = refusing(errors, () =>
    documents.parseLearned(JSON.stringify(learned), 'learned.json'),
  )
  const target = refusing(errors, () => file.toTarget(subject.target))
  const { asked } = await service.learnService({
    target,
    fetch: subject.fetch,
    allowWrites,
    limits: { maxRequests: 1000 },
  })
  const ofTwin = new Map(asked.map((answer) => [answer.question, answer]))
  const recorded = Object.entries(answers).map(([question, { request, shape, onlyForm }]): PairedAnswer => {
    const twin = ofTwin.get(question)?.shape ?? null
    const differences = twin ? comparing.compareAnswers(shape, twin, { onlyForm: onlyForm ?? false }) : []
    return { question, request, service: shape, whyNone: null, twin, differences }
  })
  const unanswered = Object.entries(missing).map(([question, whyNone]): PairedAnswer => {
    const answer = ofTwin.get(question)
    return {
      question,
      request: answer?.request ?? null,
      service: null,
      whyNone,
      twin: answer?.shape ?? null,
      differences: [],
    }
  })
  return { baseUrl, at, answers: [...recorded, ...unanswered] }
}

/** The `learned.json` beside a configuration file. @throws ApiError `unknown` where there is none. */
export async function learnedBeside(configFile: string | undefined): Promise<unknown> {
  const [{ existsSync, readFileSync }, { dirname, join }] = await Promise.all([import('node:fs'), import('node:path')])
  const file = configFile === undefined ? undefined : join(dirname(configFile), 'learned.json')
  if (file === undefined || !existsSync(file))
    throw new ApiError(
      'unknown',
      'This emulator was not started from a twin. emulator learn URL --out DIR makes one, and emulator start --config DIR starts it.',
      { code: 'no_twin' },
    )
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ApiError('refused', `${file} is not JSON. Learn the service again.`)
  }
}
