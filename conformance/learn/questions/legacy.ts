import { at, type Path } from '../../catalogue/operation-paths.ts'
import { eventsPath, groupsPath, legacyCredential } from '../../checks/paths.ts'
import type { Call } from '../../judge/call.ts'
import { stripPrefix, otherId } from '../../reading/id-forms.ts'
import { findRelation, parseLinkHeader } from '../../reading/link-header.ts'
import { anything, isAnonymousRefusal, matchesBoth, notThere, succeeded } from './matching.ts'
import type { CallContext, Question } from './question.ts'
import { readQuestion, variationOf } from './reads.ts'

/** A request with the first declared credential of the legacy API. */
export function legacyCall(session: CallContext['session'], path: Path): Call {
  return { path, as: legacyCredential(session) }
}

/** The legacy API: projects, groups and events. */
export const legacyQuestions: readonly Question[] = [
  readQuestion(
    'legacy.projects',
    'GET /0/projects/ with an API key',
    ['apiKey'],
    {
      path: at('legacy-projects.list'),
      as: 'apiKey',
    },
    matchesBoth(succeeded, ({ authorization = '' }) => /^basic /i.test(authorization)),
  ),
  readQuestion(
    'legacy.groups.list',
    'GET the groups of samples.projectId',
    ['legacy', 'projectId'],
    (asking) => legacyCall(asking.session, groupsPath(asking.session)),
    succeeded,
  ),
  readQuestion(
    'legacy.groups.next',
    'GET the next page of groups, by the Link header',
    ['legacy', 'projectId'],
    (asking) => {
      const header = asking.answers.get('legacy.groups.list')?.response.headers['link']
      const next = findRelation((header === undefined ? undefined : parseLinkHeader(header)) ?? [], 'next')
      if (!next) return undefined
      const base = new URL(asking.session.run.baseUrl)
      if (!URL.canParse(next.target, base)) return undefined
      const url = new URL(next.target, base)
      // A credential is sent only to the service.
      return url.origin === base.origin ? legacyCall(asking.session, url.href) : undefined
    },
    anything,
  ),
  readQuestion(
    'legacy.groups.as-stranger',
    'GET groups without credentials',
    ['projectId'],
    (asking) => ({
      path: groupsPath(asking.session),
      as: 'none',
    }),
    isAnonymousRefusal,
  ),
  variationOf(
    'legacy.groups.list',
    readQuestion(
      'legacy.groups.unknown-project',
      'GET the groups of a project that does not exist',
      ['legacy', 'projectId'],
      ({ session }) =>
        legacyCall(session, at('groups.list', { project_id: otherId(session.run.target.samples!.projectId!) })),
      notThere,
    ),
  ),
  readQuestion(
    'legacy.groups.other-project',
    'GET the groups of a project that the API key is not bound to',
    ['apiKey', 'projectId', 'apiKeyProjectId'],
    ({ session: { run }, answers }) => {
      const { projectId = '', apiKeyProjectId = '' } = run.target.samples!
      const other = [projectId, ...answers.ids('projects.list')].find(
        (id) => stripPrefix(id) !== stripPrefix(apiKeyProjectId),
      )
      return other === undefined ? undefined : { path: at('groups.list', { project_id: other }), as: 'apiKey' }
    },
  ),
  readQuestion(
    'legacy.events.list',
    'GET the events of samples.issueId',
    ['legacy', 'issueId'],
    (asking) => legacyCall(asking.session, eventsPath(asking.session)),
    succeeded,
  ),
]
