import { documentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import { isAnonymousRefusal } from './matching.ts'
import type { Question } from './question.ts'
import { readQuestion, recordedAs, risky } from './reads.ts'

/**
 * A question without credentials. It is asked only if anonymous requests to other parts of the API got different
 * statuses.
 */
function strangerQuestion(id: string, what: string, operation: OperationId): Question {
  const { method, inPath, names = [] } = findOperation(operation)
  const sample = inPath?.sample
  return {
    ...readQuestion(
      id,
      `${what} without credentials, if other anonymous requests got different statuses`,
      sample === undefined ? names : [sample],
      ({ session: { run }, answers }) => {
        const first = ['environments', 'products', 'legacy.groups'].map((list) => answers.status(`${list}.as-stranger`))
        const statuses = new Set(first.filter((status) => status !== undefined))
        if (statuses.size < 2) return undefined
        const { samples = {} } = run.target
        const values = { adapter: samples.adapter ?? '', [inPath?.parameter ?? '']: sample ? samples[sample]! : '' }
        return { method, path: documentedPath(operation, values), as: 'none' }
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
