// Answers to OPTIONS. The specification shows the description of no endpoint but the root.
import { at, type Path } from '../../catalogue/operation-paths.ts'
import { eventsPath, groupsPath } from '../../checks/paths.ts'
import type { Declaration } from '../../target/declarations.ts'
import { legacyCall } from './legacy.ts'
import { succeeded } from './matching.ts'
import { catalog, ofCatalog } from './products.ts'
import type { MakeCall, Question } from './question.ts'
import { comparedByForm, readQuestion } from './reads.ts'

/** @param id The name of the endpoint. */
function descriptionQuestion(id: string, needs: readonly Declaration[], call: MakeCall): Question {
  const describe: MakeCall = (asking) => {
    const made = call(asking)
    return made && { ...made, method: 'OPTIONS' }
  }
  return comparedByForm(readQuestion(`${id}.options`, `OPTIONS ${id}`, needs, describe, succeeded))
}

const bearerCall =
  (path: Path): MakeCall =>
  () => ({ path })

/** A list of each part of the API: a service may describe each in another way. */
export const descriptionQuestions: readonly Question[] = [
  descriptionQuestion('environments', ['bearer'], bearerCall(at('environments.list'))),
  descriptionQuestion('products', ofCatalog, (asking) => ({ path: catalog(asking) })),
  descriptionQuestion('legacy.groups', ['legacy', 'projectId'], ({ session }) =>
    legacyCall(session, groupsPath(session)),
  ),
  descriptionQuestion('access-tokens', ['bearer'], bearerCall(at('access-tokens.list'))),
]

/** Other lists, for comparison. */
export const furtherDescriptions: readonly Question[] = [
  descriptionQuestion('resources', ['bearer'], bearerCall(at('resources.list'))),
  descriptionQuestion('legacy.events', ['legacy', 'issueId'], ({ session }) =>
    legacyCall(session, eventsPath(session)),
  ),
]
