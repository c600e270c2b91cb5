import { at, type Path } from '../../catalogue/operation-paths.ts'
import { eventsPath, groupsPath } from '../../checks/paths.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { CallContext, Question } from './question.ts'
import { succeeded } from './matching.ts'
import { comparedByForm, readQuestion } from './reads.ts'

type PathOf = (asking: CallContext) => Path

const samplesOf = ({ session: { run } }: CallContext) => run.target.samples!

/** The paths whose methods are asked for, by the emulator's names of their operations. */
const paths: readonly (readonly [operation: string, what: string, needs: readonly Declaration[], path: PathOf])[] = [
  ['resources', 'resources', [], () => at('resources.list')],
  [
    'products',
    'products',
    ['catalogId'],
    (asking) => at('products.list', { catalog_id: samplesOf(asking).catalogId! }),
  ],
  ['access-tokens', 'the personal access tokens', [], () => at('access-tokens.list')],
  ['legacy.root', '/0/', [], () => at('legacy.root')],
  ['legacy.groups', 'the groups of samples.projectId', ['projectId'], ({ session }) => groupsPath(session)],
  ['legacy.events', 'the events of samples.issueId', ['issueId'], ({ session }) => eventsPath(session)],
]

/** The methods of other paths than environments. */
export const methodQuestions: readonly Question[] = paths.map(([operation, what, needs, path]) =>
  comparedByForm(
    readQuestion(
      `${operation}.options`,
      `OPTIONS ${what}`,
      ['bearer', ...needs],
      (asking) => ({ method: 'OPTIONS', path: path(asking) }),
      succeeded,
    ),
  ),
)
