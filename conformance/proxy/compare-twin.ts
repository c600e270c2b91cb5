// Asks a twin what a service was asked while a client used it, and says where the two answer otherwise.
import type { OperationId } from '../catalogue/operations.ts'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { shapeOf } from '../learn/answer-shape.ts'
import { type AnswerDifference, compareAnswers } from '../learn/compare-answers.ts'
import { differenceText, serviceAndTwin } from '../learn/difference-text.ts'
import { Redactor } from '../judge/redaction/redact.ts'
import { addTargetSecrets, learnSecrets } from '../judge/redaction/secrets.ts'
import { counted } from '../report/text.ts'
import type { Target } from '../target/target-file.ts'
import { secretsIn } from './sent-secrets.ts'
import { endedExchanges, isJudged } from './service-traffic.ts'
import type { Traffic } from './traffic.ts'
import { type LearnedRefusals, type NotAsked, questionFor, type TwinQuestion } from './twin-question.ts'

/** Asks the twin. */
export type AskTwin = (
  question: TwinQuestion,
) => Promise<Pick<ReceivedResponse, 'status' | 'headers' | 'json' | 'text'>>

/** A twin of the service that a client uses. */
export interface AskedTwin {
  /** Its own values for the ids and credentials of the service. */
  readonly target: Target
  readonly ask: AskTwin
  /** The statuses of what the service refuses, as they were learned. */
  readonly refusals: LearnedRefusals
}

/** Where a service and its twin answer otherwise. */
export interface TrafficComparison {
  readonly asked: number
  /** The requests for which no question was made, by the reason. */
  readonly notAsked: Readonly<Partial<Record<NotAsked, number>>>
  readonly differences: readonly TrafficDifference[]
}

/** A question that both answer, and each in its way. `left` is the service. */
export interface TrafficDifference {
  readonly operation: OperationId
  readonly method: string
  /** The status of the service's answer. */
  readonly status: number
  readonly differences: readonly AnswerDifference[]
}

/** The most questions: a suite of tests asks the same again and again. */
const mostQuestions = 500

/** Values of the service and of its adapters, whose members are no matter of form. */
const onlyForm: ReadonlySet<OperationId> = new Set(['configurations.value', 'services.capabilities'])

export async function compareTwin(
  traffic: Traffic,
  target: Target,
  { target: twin, ask, refusals }: AskedTwin,
): Promise<TrafficComparison> {
  const redactor = new Redactor()
  addTargetSecrets(target, redactor)
  const asked = new Set<string>()
  const notAsked: Partial<Record<NotAsked, number>> = {}
  const found: TrafficDifference[] = []
  const ended = endedExchanges(traffic, target).filter(isJudged)
  for (const exchange of ended) {
    for (const [name, secret] of secretsIn(exchange)) redactor.learn(secret, name)
    learnSecrets(exchange, redactor)
  }
  for (const exchange of ended) {
    const question = questionFor(exchange, target, { target: twin, refusals })
    if (typeof question === 'string') {
      notAsked[question] = (notAsked[question] ?? 0) + 1
      continue
    }
    const { operation, method, key } = question
    if (asked.has(key) || asked.size >= mostQuestions) continue
    asked.add(key)
    const options = { onlyForm: onlyForm.has(operation) }
    const differences = compareAnswers(shapeOf(exchange.response), shapeOf(await ask(question)), options)
    if (differences.length > 0)
      found.push({ operation, method, status: exchange.response.status, differences: redactor.value(differences) })
  }
  return { asked: asked.size, notAsked, differences: found }
}

/** The most places of one difference that are named. */
const mostPlaces = 3

/** Each difference in a line, with the places where it was seen, for people. */
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
