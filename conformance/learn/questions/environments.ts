import { at, undocumentedPath, type Path } from '../../catalogue/operation-paths.ts'
import { stripPrefix, otherId } from '../../reading/id-forms.ts'
import { hasStatus, matchesBoth, isKnownAddress, judged, notThere, succeeded } from './matching.ts'
import { environments, resources } from './places.ts'
import type { CallContext, MakeCall, Question } from './question.ts'
import { anonymousRead, goodQuestion, listQuestion, readQuestion, versioned } from './reads.ts'
import { withUnknownParameter } from './variations.ts'

/** A GET of a list of environments of another version. */
const askOtherVersion =
  (step: number): MakeCall =>
  ({ session: { run } }) => {
    const [, head, minor] = /^(.*\.)(\d{1,6})$/.exec(run.version) ?? []
    const other = Number(minor) + step
    return head === undefined || other < 0 ? undefined : { path: undocumentedPath(`/${head}${other}/environments`) }
  }

/** A GET of one environment, by an id made from that of the first. */
const askEnvironment =
  (toId: (first: string) => string): MakeCall =>
  (asking) => {
    const [id] = asking.answers.ids('environments.list')
    return id === undefined ? undefined : { path: versioned(asking, `/environments/${toId(id)}`) }
  }

/** The first enum filter of the target file, or the one that the specification shows. */
function enumFilter({ session: { run } }: CallContext): { readonly path: Path; readonly parameter: string } {
  const [declared] = run.target.enumFilters ?? []
  return declared ?? { path: at('resources.list'), parameter: 'status' }
}

/** Environments, resources, and undocumented addresses of the versioned API. */
export const environmentQuestions: readonly Question[] = [
  goodQuestion(
    environments,
    'GET /{version}/environments',
    matchesBoth(succeeded, ({ path }) => !path.endsWith('/')),
  ),
  listQuestion(environments, 'limit-1', 'with limit=1', { limit: 1 }, judged),
  listQuestion(
    environments,
    'limit-2',
    'with limit=2, if that list has fewer',
    (ids) => (ids.length > 1 ? undefined : { limit: 2 }),
    judged,
  ),
  anonymousRead(environments),
  {
    ...readQuestion(
      'environments.slash',
      'GET environments with a slash at the end',
      ['bearer'],
      (asking) => ({ path: versioned(asking, '/environments/') }),
      isKnownAddress,
    ),
    varies: 'environments.list',
  },
  withUnknownParameter(environments),
  readQuestion('environments.retrieve', 'GET one environment', ['bearer'], askEnvironment(stripPrefix), succeeded),
  readQuestion(
    'environments.retrieve-unknown',
    'GET an environment that does not exist',
    ['bearer'],
    askEnvironment(otherId),
    notThere,
  ),
  readQuestion(
    'projects.list',
    'GET /{version}/projects, which no clause shows',
    ['bearer'],
    (asking) => ({ path: versioned(asking, '/projects') }),
    isKnownAddress,
  ),
  readQuestion('versions.below', 'GET environments of the version before', ['bearer'], askOtherVersion(-1)),
  readQuestion('versions.above', 'GET environments of the version after', ['bearer'], askOtherVersion(1)),
  goodQuestion(resources, 'GET resources', succeeded),
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
