import { documentedPath } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import { isAnonymousRefusal } from './matching.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { CallContext, Question } from './question.ts'
import { readQuestion, recordedAs, risky } from './reads.ts'

/** The samples that a request of an operation needs. */
export function samplesOf(operation: OperationId): readonly Declaration[] {
  const { inPath, inQuery = {}, names = [] } = findOperation(operation)
  return inPath?.sample === undefined ? names : [inPath.sample, ...Object.values(inQuery)]
}

/** A request of an operation without credentials. */
export function anonymousCall(operation: OperationId, { session: { run } }: CallContext): Call {
  const { method, inPath, inQuery } = findOperation(operation)
  const { samples = {} } = run.target
  const id = inPath?.sample && samples[inPath.sample]
  return {
    method,
    path: documentedPath(operation, { adapter: samples.adapter ?? '', [inPath?.parameter ?? '']: id ?? '' }),
    ...(inQuery ? { query: { path: samples.configurationPath } } : {}),
    as: 'none',
  }
}

/**
 * A question without credentials. It is asked only if anonymous requests to other parts of the API got different
 * statuses.
 */
function strangerQuestion(id: string, what: string, operation: OperationId): Question {
  return {
    ...readQuestion(
      id,
      `${what} without credentials, if other anonymous requests got different statuses`,
      samplesOf(operation),
      (asking) => {
        const lists = ['environments', 'products', 'legacy.groups']
        const first = lists.map((list) => asking.answers.status(`${list}.as-stranger`))
        const statuses = new Set(first.filter((status) => status !== undefined))
        return statuses.size < 2 ? undefined : anonymousCall(operation, asking)
      },
    ),
    ...recordedAs(operation, isAnonymousRefusal, { as: 'none' }),
  }
}

/** Anonymous requests to the parts of the API that no other question asks anonymously. */
export const strangerQuestions: readonly Question[] = [
  strangerQuestion('legacy.events.as-stranger', 'GET the events', 'events.list'),
  strangerQuestion('legacy.projects.as-stranger', 'GET the projects of the legacy API', 'legacy-projects.list'),
  strangerQuestion('access-tokens.as-stranger', 'GET access-tokens', 'access-tokens.list'),
  strangerQuestion('services.as-stranger', 'GET the capabilities', 'services.capabilities'),
  strangerQuestion('connect.as-stranger', 'POST prepare-connect', 'connect.prepare'),
].map(risky)
