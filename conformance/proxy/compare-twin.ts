// Sends the requests that a client sent to a service to its twin as well, and reports differences in the answers.
import type { OperationId } from '../catalogue/operations.ts'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { toAnswerShape } from '../learn/answer-shape.ts'
import { type AnswerDifference, compareAnswers } from '../learn/compare-answers.ts'
import { differenceText, serviceAndTwin } from '../learn/difference-text.ts'
import { Redactor } from '../judge/redaction/redact.ts'
import { addTargetSecrets, learnSecrets } from '../judge/redaction/secrets.ts'
import { counted } from '../report/text.ts'
import type { Target } from '../target/target-file.ts'
import { findSecrets } from './sent-secrets.ts'
import { endedExchanges, isJudged } from './service-traffic.ts'
import type { Traffic } from './traffic.ts'
import { type LearnedRefusals, type SkipReason, toTwinQuestion, type TwinQuestion } from './twin-question.ts'

/** Sends a request to the twin. */
export type AskTwin = (
  question: TwinQuestion,
) => Promise<Pick<ReceivedResponse, 'status' | 'headers' | 'json' | 'text'>>

/** A twin of a client's service. */
export interface AskedTwin {
  /** Its own ids and credentials, in place of those of the service. */
  readonly target: Target
  readonly ask: AskTwin
  /** The learned statuses of the service's refusals. */
  readonly refusals: LearnedRefusals
}

/** The differences between the answers of a service and its twin. */
export interface TrafficComparison {
  readonly asked: number
  /** The number of requests that were not repeated, by reason. */
  readonly notAsked: Readonly<Partial<Record<SkipReason, number>>>
  readonly differences: readonly TrafficDifference[]
}

/** A question that the service and the twin answer differently. `left` is the service. */
export interface TrafficDifference {
  readonly operation: OperationId
  readonly method: string
  /** The status of the service's answer. */
  readonly status: number
  readonly differences: readonly AnswerDifference[]
}

/** The most questions. A test suite repeats the same ones often. */
const mostQuestions = 500

/** Operations whose answers contain values of the service or its adapters, so that their members are not compared. */
const onlyForm: ReadonlySet<OperationId> = new Set(['configurations.value', 'services.capabilities'])

export async function compareTwin(
  traffic: Traffic,
  target: Target,
  { target: twin, ask, refusals }: AskedTwin,
): Promise<TrafficComparison> {
  const redactor = new Redactor()
  addTargetSecrets(target, redactor)
  const asked = new Set<string>()
  const notAsked: Partial<Record<SkipReason, number>> = {}
  const found: TrafficDifference[] = []
  const ended = endedExchanges(traffic, target).filter(isJudged)
  for (const exchange of ended) {
    for (const [name, secret] of findSecrets(exchange)) redactor.learn(secret, name)
    learnSecrets(exchange, redactor)
  }
  for (const exchange of ended) {
    const question = toTwinQuestion(exchange, target, { target: twin, refusals })
    if (typeof question === 'string') {
      notAsked[question] = (notAsked[question] ?? 0) + 1
      continue
    }
    const { operation, method, key } = question
    if (asked.has(key) || asked.size >= mostQuestions) continue
    asked.add(key)
    const options = { onlyForm: onlyForm.has(operation) }
    const differences = compareAnswers(toAnswerShape(exchange.response), toAnswerShape(await ask(question)), options)
    if (differences.length > 0)
      found.push({ operation, method, status: exchange.response.status, differences: redactor.value(differences) })
  }
  return { asked: asked.size, notAsked, differences: found }
}

/** The most places that are named for one difference. */
const mostPlaces = 3

/** The differences, one per line, with the places where they were seen. */
export function twinLines({ asked, differences }: TrafficComparison): readonly string[] {
  if (differences.length === 0) return [`The twin answered ${counted(asked, 'question')} alike.`]
  const seen = differences.flatMap(({ operation, method, status, differences: all }) =>
    all.map((difference) => ({
      text: differenceText(difference, serviceAndTwin),
      place: `${method} ${operation} (${status})`,
    })),
  )
  return [...Map.groupBy(seen, ({ text }) => text)].map(([text, all]) => {
    const places = [...new Set(all.map(({ place }) => place))]
    const more = places.length > mostPlaces ? `, and ${places.length - mostPlaces} more` : ''
    return `${text}: ${places.slice(0, mostPlaces).join(', ')}${more}`
  })
}
