// Learns a service and checks it for drift, in process, for tests.
import { markInexpressible } from '../bin/judges/twin/expressible.ts'
import { checkDrift, type DriftResult } from '../conformance/learn/check-drift.ts'
import { EarlierAnswers } from '../conformance/judge/earlier-answers.ts'
import { type LearnOptions, learnService, type LearnedService } from '../conformance/learn/learn-service.ts'
import { type LearnedDocument, toLearnedDocument } from '../conformance/learn/learned-document.ts'
import { furtherQuestions } from '../conformance/learn/questions/further.ts'
import { mostForAsking, type StatedOptions, statedVerdicts } from '../conformance/learn/stated-verdicts.ts'
import type { RightSubject } from './servers/right/right-server.ts'

/** A service to ask, and whether questions may change it. */
export interface CheckedSubject extends Pick<RightSubject, 'target' | 'fetch' | 'options'> {
  readonly allowWrites?: boolean
}

const requestLimits = ({ options = {} }: CheckedSubject, maxRequests: number) => ({ ...options.limits, maxRequests })

async function askSubject(
  subject: CheckedSubject,
  mostRequests: number,
  more: Partial<LearnOptions> = {},
): Promise<LearnedService> {
  const { target, fetch, options = {}, allowWrites = true } = subject
  const maxRequests = mostForAsking(mostRequests, allowWrites)
  const learned = await learnService({
    target,
    fetch,
    allowWrites,
    ...more,
    time: options.time,
    limits: requestLimits(subject, maxRequests),
  })
  return { ...learned, observations: markInexpressible(learned.observations) }
}

function judgeStated(subject: CheckedSubject, mostRequests: number, more: Partial<StatedOptions>) {
  const { target, fetch, options = {}, allowWrites = true } = subject
  return statedVerdicts({ target, fetch, allowWrites, ...more, ...options, quick: true, mostRequests })
}

/** The document that `emulator learn` writes about a service. */
export async function learnDocument(subject: CheckedSubject, mostRequests = 149): Promise<LearnedDocument> {
  const { target, allowWrites = true } = subject
  const earlier = allowWrites ? undefined : new EarlierAnswers()
  const further = furtherQuestions(1, { target, allowWrites })
  const learned = await askSubject(subject, mostRequests, { further, keepFor: earlier })
  const stated = await judgeStated(subject, mostRequests - learned.requests, { earlier, decided: learned.verdicts })
  return toLearnedDocument(learned, { baseUrl: target.baseUrl, allowWrites }, { stated })
}

/** The result of `emulator learn --check`. */
export async function checkService(
  before: LearnedDocument,
  subject: CheckedSubject,
  mostRequests = 699,
): Promise<DriftResult> {
  const { target, allowWrites = true } = subject
  return await checkDrift({
    before,
    baseUrl: target.baseUrl,
    allowWrites,
    mostRequests,
    ask: (most) => askSubject(subject, most),
    judge: (most, part) => judgeStated(subject, most, part),
  })
}
