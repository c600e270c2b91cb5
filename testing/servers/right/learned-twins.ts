// Learns a right server, makes its twin, and asks both the same questions.
import { learnTwin } from '../../../bin/judges/twin/ask-twin.ts'
import { expressible } from '../../../bin/judges/twin/expressible.ts'
import { twinRecords } from '../../../bin/judges/twin/twin-records.ts'
import { twinConventions } from '../../../bin/judges/twin/make-twin.ts'
import { learnService, type LearnedService } from '../../../conformance/learn/learn-service.ts'
import { toDocument, type TwinDifference } from '../../../conformance/learn/learned-document.ts'
import { conventionNames } from '../../../conformance/learn/observation.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import type { RightServer } from './right-server.ts'

/** A right server beside its twin. */
export interface LearnedTwin {
  /** Empty where the twin answers every question as the server does. */
  readonly differences: readonly TwinDifference[]
  /** What was learned of the server and is learned otherwise of its twin: at one of them it is wrong. */
  readonly wrong: readonly string[]
}

/** Learns a right server and asks its twin. */
export async function learnedTwin({ make }: RightServer): Promise<LearnedTwin> {
  const { target, fetch, options = {}, close } = await make()
  try {
    const limits = { ...options.limits, maxRequests: 400 }
    const learned = await learnService({ target, fetch, allowWrites: true, time: options.time, limits })
    const observations = expressible(learned.observations)
    const document = toDocument({ ...learned, observations }, { baseUrl: target.baseUrl, allowWrites: true })
    const records = twinRecords(document.records)
    const conventions = twinConventions(document, records)
    const { comparison, learned: ofTwin } = await learnTwin({
      asked: learned.asked,
      allowWrites: true,
      options: {
        conventions: conventions as Partial<Conventions>,
        ...(records.fixtures ? { fixtures: parseSeed(records.fixtures) } : {}),
      },
    })
    return { differences: comparison.differences, wrong: wrongIn(observations, ofTwin.observations) }
  } finally {
    await close?.()
  }
}

type Observations = LearnedService['observations']

function wrongIn(ofServer: Observations, ofTwin: Observations): readonly string[] {
  return conventionNames.flatMap((name) => {
    const [server, twin] = [ofServer[name], ofTwin[name]]
    if (server.state !== 'learned' || twin.state !== 'learned') return []
    const [left, right] = [JSON.stringify(server.value), JSON.stringify(twin.value)]
    return left === right ? [] : [`${name} was learned as ${left}, and its twin has ${right}`]
  })
}
