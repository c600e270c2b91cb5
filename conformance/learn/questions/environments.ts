import { at, undocumentedPath } from '../../catalogue/operation-paths.ts'
import { stripPrefix, otherId } from '../../reading/id-forms.ts'
import { isAnonymousRefusal, matchesBoth, isKnownAddress, judged, notThere, succeeded } from './matching.ts'
import type { MakeCall, Question } from './question.ts'
import { readQuestion, variationOf, versioned } from './reads.ts'

const environments = at('environments.list')

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

/** Environments, and undocumented addresses of the versioned API. */
export const environmentQuestions: readonly Question[] = [
  readQuestion(
    'environments.list',
    'GET /{version}/environments',
    ['bearer'],
    { path: environments },
    matchesBoth(succeeded, ({ path }) => !path.endsWith('/')),
  ),
  variationOf(
    'environments.list',
    readQuestion(
      'environments.limit-1',
      'GET environments with limit=1',
      ['bearer'],
      {
        path: environments,
        query: { limit: 1 },
      },
      judged,
    ),
  ),
  readQuestion(
    'environments.limit-2',
    'GET environments with limit=2, if that list has fewer',
    ['bearer'],
    ({ answers }) =>
      answers.ids('environments.list').length > 1 ? undefined : { path: environments, query: { limit: 2 } },
    judged,
  ),
  readQuestion(
    'environments.as-stranger',
    'GET environments without credentials',
    [],
    {
      path: environments,
      as: 'none',
    },
    isAnonymousRefusal,
  ),
  variationOf(
    'environments.list',
    readQuestion(
      'environments.slash',
      'GET environments with a slash at the end',
      ['bearer'],
      (asking) => ({
        path: versioned(asking, '/environments/'),
      }),
      isKnownAddress,
    ),
  ),
  variationOf(
    'environments.list',
    readQuestion(
      'environments.unknown-parameter',
      'GET environments with a parameter that is unknown',
      ['bearer'],
      {
        path: environments,
        query: { 'x-unknown-parameter': '1' },
      },
      judged,
    ),
  ),
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
    (asking) => ({
      path: versioned(asking, '/projects'),
    }),
    isKnownAddress,
  ),
  readQuestion('versions.below', 'GET environments of the version before', ['bearer'], askOtherVersion(-1)),
  readQuestion('versions.above', 'GET environments of the version after', ['bearer'], askOtherVersion(1)),
]
