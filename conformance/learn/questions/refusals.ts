// Refusals that no convention needs, and the legacy root: a twin answers them as its service does.
import { at } from '../../catalogue/operation-paths.ts'
import { eventsPath, groupsPath, legacyCredential } from '../../checks/paths.ts'
import type { Call } from '../../judge/call.ts'
import { otherId } from '../../reading/id-forms.ts'
import { grantForm } from '../../target/grant-form.ts'
import type { Asking, Question } from './question.ts'
import { read } from './reads.ts'

/** Text that is no secret of anybody. */
const madeUp = 'made-up-by-emulator-learn'

const scopeAndPath = ['bearer', 'scopeId', 'configurationPath'] as const

/** Refusals by what was asked for, and the legacy root. */
export const refusalQuestions: readonly Question[] = [
  read('legacy.root', 'GET /0/', [], () => ({ path: at('legacy.root'), as: 'none' })),
  read('configurations.missing', 'GET a configuration value that does not exist', scopeAndPath, ({ session }) => ({
    path: at('configurations.value', { scope_id: session.run.target.samples!.scopeId! }),
    query: { path: 'emulator_learn.no_such_value' },
  })),
  read('configurations.malformed', 'GET a configuration value of a malformed scope', ['bearer'], () => ({
    path: at('configurations.value', { scope_id: 'not-an-id' }),
    query: { path: 'a' },
  })),
  read('services.malformed', 'GET the capabilities of a malformed id', ['bearer'], () => ({
    path: at('services.capabilities', { adapterConnectionId: 'not-an-id' }),
  })),
  read('legacy.groups.malformed', 'GET the groups of a malformed id', ['legacy'], ({ session }) => ({
    path: at('groups.list', { project_id: 'not-an-id' }),
    as: legacyCredential(session),
  })),
  read('legacy.groups.cursor', 'GET groups with a malformed cursor', ['legacy', 'projectId'], ({ session }) => ({
    path: groupsPath(session),
    as: legacyCredential(session),
    query: { cursor: 'not-a-cursor' },
  })),
  read('legacy.events.unknown-issue', 'GET the events of an issue that does not exist', ['legacy', 'issueId'], (asking) =>
    ofOtherIssue(asking),
  ),
  read('legacy.events.cursor', 'GET events with a malformed cursor', ['legacy', 'issueId'], ({ session }) => ({
    path: eventsPath(session),
    as: legacyCredential(session),
    query: { cursor: 'not-a-cursor' },
  })),
]

function ofOtherIssue({ session }: Asking): Call {
  return {
    path: at('events.list', { issue_id: otherId(session.run.target.samples!.issueId!) }),
    as: legacyCredential(session),
  }
}

/** Refusals of wrong credentials. They come last, as a service may lock out who sends several. */
export const wrongCredentialQuestions: readonly Question[] = [
  read('connect.wrong-code', 'GET connect with a made-up state code', ['adapter'], ({ session: { run } }) => ({
    path: at('connect.browser', { adapter: run.target.samples!.adapter! }),
    query: { prepare_state: madeUp },
    as: 'none',
    wrong: 'stateCode',
  })),
  read('oauth.unknown-grant', 'POST /oauth/token with an unknown grant', ['oauth'], (asking) =>
    grant(asking, { grant_type: madeUp }),
  ),
  read('oauth.wrong-refresh-token', 'POST /oauth/token with a made-up refresh token', ['oauth'], (asking) => ({
    ...grant(asking, { grant_type: 'refresh_token', refresh_token: madeUp }),
    wrong: 'refreshToken',
  })),
  read('oauth.wrong-secret', 'POST /oauth/token with a wrong secret', ['oauth'], (asking) => ({
    ...grant(asking, { client_secret: madeUp }),
    wrong: 'client',
  })),
]

function grant({ session: { run } }: Asking, form: Readonly<Record<string, string>>): Call {
  return { method: 'POST', path: at('oauth.token'), as: 'none', repeatable: true, form: { ...grantForm(run.target), ...form } }
}
