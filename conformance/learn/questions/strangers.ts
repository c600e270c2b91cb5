import { at } from '../../catalogue/operation-paths.ts'
import { eventsPath } from '../../checks/paths.ts'
import type { Call } from '../../judge/call.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { QuestionContext, Question } from './question.ts'
import { readQuestion } from './reads.ts'
import { capabilitiesOf } from './services.ts'

/**
 * A question without credentials. It is asked only if anonymous requests to other parts of the API got different
 * statuses.
 */
function stranger(
  id: string,
  what: string,
  needs: readonly Declaration[],
  call: (asking: QuestionContext) => Call,
): Question {
  return readQuestion(
    id,
    `${what} without credentials, if other anonymous requests got different statuses`,
    needs,
    (asking) => {
      const first = ['environments', 'products', 'legacy.groups'].map((list) =>
        asking.answers.status(`${list}.as-stranger`),
      )
      const statuses = new Set(first.filter((status) => status !== undefined))
      return statuses.size < 2 ? undefined : { ...call(asking), as: 'none' }
    },
  )
}

/** Anonymous requests to the parts of the API that no other question asks anonymously. */
export const strangerQuestions: readonly Question[] = [
  stranger('legacy.events.as-stranger', 'GET the events', ['issueId'], ({ session }) => ({
    path: eventsPath(session),
  })),
  stranger('legacy.projects.as-stranger', 'GET the projects of the legacy API', [], () => ({
    path: at('legacy-projects.list'),
  })),
  stranger('access-tokens.as-stranger', 'GET access-tokens', [], () => ({ path: at('access-tokens.list') })),
  stranger(
    'services.as-stranger',
    'GET the capabilities',
    ['adapterConnectionId'],
    capabilitiesOf(({ adapterConnectionId }) => adapterConnectionId!),
  ),
  stranger('connect.as-stranger', 'POST prepare-connect', ['adapter'], ({ session: { run } }) => ({
    method: 'POST',
    path: at('connect.prepare', { adapter: run.target.samples!.adapter! }),
  })),
]
