// Finds the answers to the questions in recorded traffic.
import { pathParameters } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { Random } from '../judge/random.ts'
import { relativePath } from '../reading/relative-path.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import { Answers } from './answers.ts'
import { anyValue, matchesCall } from './questions/matching.ts'
import type { RecordedCall } from './questions/question.ts'
import { questions } from './questions/questions.ts'

const samples: NonNullable<Target['samples']> = {
  catalogId: anyValue,
  scopeId: anyValue,
  configurationPath: anyValue,
  adapterConnectionId: anyValue,
  otherAdapterConnectionId: anyValue,
  projectId: anyValue,
  issueId: anyValue,
}

/**
 * The answers to the questions that recorded exchanges show. Nothing is sent. A question that they do not answer has no
 * answer: similar exchanges are not evidence.
 */
export function recordedAnswers(exchanges: readonly Exchange[], target: Target): Answers {
  const { baseUrl } = target
  const names = targetPathNames(target)
  const answers = new Answers()
  const all = exchanges.map((exchange): RecordedCall => {
    const { operation, method, url, headers } = exchange.request
    const { pathname, searchParams } = new URL(url)
    const path = relativePath(baseUrl, url) ?? pathname
    return {
      exchange,
      operation,
      method: method.toUpperCase(),
      status: exchange.response.status,
      path,
      values: operation === undefined ? {} : pathParameters(operation, path, names),
      query: searchParams,
      authorization: headers['authorization'],
    }
  })
  const asking = {
    session: {
      run: { target: { ...target, samples, enumFilters: [] }, version: names.version, baseUrl, random: new Random(1) },
    },
    answers,
    keepsCredentials: all.some(({ authorization }) => authorization !== undefined),
  }
  for (const { id, call, matches } of questions) {
    const made = matches && call?.(asking)
    const found = made && all.find((recorded) => matchesCall(made, recorded) && matches(recorded, asking))
    answers.set(id, found ? { exchange: found.exchange } : { missing: { kind: 'recording' } })
  }
  return answers
}
