import { legacyCredential } from '../../checks/paths.ts'
import { stripPrefix, otherId } from '../../reading/id-forms.ts'
import { findRelation, parseLinkHeader } from '../../reading/link-header.ts'
import { anything, matchesBoth, notThere, succeeded } from './matching.ts'
import { callAt, events, groups, legacyProjects } from './places.ts'
import type { Question } from './question.ts'
import { anonymousRead, goodQuestion, readQuestion, variation } from './reads.ts'

/** The legacy API: projects, groups and events. */
export const legacyQuestions: readonly Question[] = [
  goodQuestion(
    legacyProjects,
    'GET /0/projects/ with an API key',
    matchesBoth(succeeded, ({ authorization = '' }) => /^basic /i.test(authorization)),
  ),
  goodQuestion(groups, 'GET the groups of samples.projectId', succeeded),
  readQuestion(
    'legacy.groups.next',
    'GET the next page of groups, by the Link header',
    groups.needs,
    ({ session, answers }) => {
      const header = answers.get('legacy.groups.list')?.response.headers['link']
      const next = findRelation((header === undefined ? undefined : parseLinkHeader(header)) ?? [], 'next')
      if (!next) return undefined
      const base = new URL(session.run.baseUrl)
      if (!URL.canParse(next.target, base)) return undefined
      const url = new URL(next.target, base)
      // A credential is sent only to the service.
      return url.origin === base.origin ? { path: url.href, as: legacyCredential(session) } : undefined
    },
    anything,
  ),
  anonymousRead(groups),
  variation(
    groups,
    'unknown-project',
    'GET the groups of a project that does not exist',
    ({ session: { run } }) => ({ id: otherId(run.target.samples!.projectId!) }),
    notThere,
  ),
  readQuestion(
    'legacy.groups.other-project',
    'GET the groups of a project that the API key is not bound to',
    ['apiKey', 'projectId', 'apiKeyProjectId'],
    (asking) => {
      const { projectId = '', apiKeyProjectId = '' } = asking.session.run.target.samples!
      const id = [projectId, ...asking.answers.ids('projects.list')].find(
        (other) => stripPrefix(other) !== stripPrefix(apiKeyProjectId),
      )
      return id === undefined ? undefined : callAt(groups, asking, { id, as: 'apiKey' })
    },
  ),
  goodQuestion(events, 'GET the events of samples.issueId', succeeded),
]
