import { at, type Path } from '../../catalogue/operation-paths.ts'
import { hasStatus, succeeded } from './matching.ts'
import type { CallContext, Question } from './question.ts'
import { readQuestion } from './reads.ts'

/** The first enum filter of the target file, or the one that the specification shows. */
function enumFilter({ session: { run } }: CallContext): { readonly path: Path; readonly parameter: string } {
  const [declared] = run.target.enumFilters ?? []
  return declared ?? { path: at('resources.list'), parameter: 'status' }
}

/** The resources, and a list with an enum filter. */
export const resourceQuestions: readonly Question[] = [
  readQuestion('resources.list', 'GET resources', ['bearer'], { path: at('resources.list') }, succeeded),
  readQuestion(
    'resources.invalid-enum',
    'GET a list with an invalid value of an enum filter',
    ['bearer'],
    (asking) => {
      const { path, parameter } = enumFilter(asking)
      return { path, query: { [parameter]: 'no-such-value' } }
    },
    hasStatus(400),
  ),
]
