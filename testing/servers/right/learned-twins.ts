// Learns a right server, makes its twin, and asks both the same questions.
import { markInexpressible } from '../../../bin/judges/twin/expressible.ts'
import { makeTwin } from '../../../bin/judges/twin/make-twin.ts'
import { furtherQuestions } from '../../../conformance/learn/questions/further.ts'
import { learnService, type LearnedService } from '../../../conformance/learn/learn-service.ts'
import { toLearnedDocument, type TwinDifference } from '../../../conformance/learn/learned-document.ts'
import { conventionNames } from '../../../conformance/learn/observation.ts'
import type { RightServer } from './right-server.ts'

/** A right server beside its twin. */
export interface LearnedTwin {
  /** Empty where the twin answers every question as the server does. */
  readonly differences: readonly TwinDifference[]
  /** The conventions that are learned differently of the server and of its twin: one of the two is wrong. */
  readonly wrong: readonly string[]
}

/** Learns a right server and asks its twin. */
export async function learnedTwin({ make }: RightServer): Promise<LearnedTwin> {
  const { target, fetch, options = {}, close } = await make()
  try {
    const limits = { ...options.limits, maxRequests: 400 }
    const asking = { target, allowWrites: true }
    const further = furtherQuestions(1, asking)
    const learned = await learnService({ ...asking, fetch, further, time: options.time, limits })
    const observations = markInexpressible(learned.observations)
    const document = toLearnedDocument({ ...learned, observations }, { baseUrl: target.baseUrl, allowWrites: true })
    const twin = await makeTwin({ document, learned: { ...learned, observations }, target })
    return {
      differences: twin.document.twin!.differences,
      wrong: differentConventions(observations, twin.ofTwin.observations),
    }
  } finally {
    await close?.()
  }
}

type Observations = LearnedService['observations']

function differentConventions(ofServer: Observations, ofTwin: Observations): readonly string[] {
  return conventionNames.flatMap((name) => {
    const [server, twin] = [ofServer[name], ofTwin[name]]
    if (server.state !== 'learned' || twin.state !== 'learned') return []
    const [left, right] = [JSON.stringify(server.value), JSON.stringify(twin.value)]
    return left === right ? [] : [`${name} was learned as ${left}, and its twin has ${right}`]
  })
}
