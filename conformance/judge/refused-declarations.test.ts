import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit, type Subject } from '../../testing/conformance/subject.ts'
import { selectPart } from '../../testing/sample.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import { writeReport } from '../report/service-document.ts'
import { summarize } from '../report/summary.ts'
import type { Target } from '../target/target-file.ts'

type Credentials = NonNullable<Target['credentials']>

const wrong: Readonly<Record<RunCredential, (credentials: Credentials) => Credentials>> = {
  bearer: (credentials) => ({ ...credentials, token: 'pat_of_yesterday' }),
  client: (credentials) => ({ ...credentials, oauth: { ...credentials.oauth!, clientSecret: 'of-yesterday' } }),
  integrationToken: (credentials) => ({ ...credentials, integrationToken: 'int_of_yesterday' }),
  apiKey: (credentials) => ({ ...credentials, apiKey: 'of-yesterday' }),
  dsn: (credentials) => ({ ...credentials, dsn: 'https://of-yesterday@ingest.test/1' }),
}

const members: Readonly<Record<RunCredential, string>> = {
  bearer: 'credentials.token',
  client: 'credentials.oauth.clientSecret',
  integrationToken: 'credentials.integrationToken',
  apiKey: 'credentials.apiKey',
  dsn: 'credentials.dsn',
}

const every = Object.keys(wrong) as readonly RunCredential[]

function changeCredentials(change: (credentials: Credentials) => Credentials): Subject {
  const { target, ...subject } = emulatorSubject()
  return { ...subject, target: { ...target, credentials: change(target.credentials!) } }
}

const quick = { quick: true } as const

it.each(selectPart(every, 3))(
  'does not blame the service for a wrong %s, names the member, and judges the rest',
  async (credential) => {
    const result = await runKit(changeCredentials(wrong[credential]), quick)
    const member = members[credential]
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    const blocked = result.results.filter(({ verdict }) => verdict === 'blocked')
    expect(new Set(blocked.map(({ cause }) => JSON.stringify(cause)))).toEqual(
      new Set([JSON.stringify({ kind: 'credential', credential, member })]),
    )
    for (const { message } of blocked) expect(message).toMatch(`refuses ${member} of the target file: `)
    expect(summarize(result)).toMatchObject({ exitCode: 4, refused: [member], conformant: null })
    expect(writeReport('terminal', result)).toMatch(`; the target refused ${member} of the target file`)
  },
)

it('exits with 2 if nothing that takes credentials could be judged', async () => {
  const alone = changeCredentials((credentials) => ({ oauth: wrong.client(credentials).oauth! }))
  const result = await runKit(alone, quick)
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  expect(summarize(result).exitCode).toBe(2)
})

/** A service that answers requests for tokens in another way. */
function answering(answer: (request: Request) => Promise<Response | undefined>): Subject {
  const { target, fetch } = emulatorSubject()
  return {
    target,
    fetch: async (request) =>
      (new URL(request.url).pathname.endsWith('/oauth/token') ? await answer(request) : undefined) ?? fetch(request),
  }
}

const failed = async (subject: Subject): Promise<readonly string[]> => {
  const { results } = await runKit(subject, { ...quick, only: ['oauth.client-credentials', 'oauth.unversioned'] })
  return results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement)
}

it.each<[string, number, unknown]>([
  ['a path that is not there', 404, { error: 'not_found' }],
  ['a grant that it does not know', 400, { error: 'unsupported_grant_type' }],
  ['the same as an empty form', 400, { message: 'client_id is missing' }],
  ['a media type that it does not read', 415, { error: 'invalid_request' }],
  ['a page', 401, undefined],
])('blames a service that answers a correct secret with %s', async (_what, status, body) => {
  const answer = () => (body ? Response.json(body, { status }) : new Response('<h1>no</h1>', { status }))
  const subject = answering(async () => answer())
  expect(await failed(subject)).toEqual(['oauth.client-credentials'])
})

it('treats 400 as a refusal of the secret if an empty form gets another answer', async () => {
  const subject = answering(async (request) =>
    (await request.text()).includes('client_secret')
      ? Response.json({ message: 'no such client' }, { status: 400 })
      : Response.json({ message: 'no client' }, { status: 400 }),
  )
  expect(await failed(subject)).toEqual([])
})
