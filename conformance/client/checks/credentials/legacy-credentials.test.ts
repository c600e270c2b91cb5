import { type FindingCase, itFinds, itSays } from '../../../../testing/clients/judge-made.ts'
import { madeCredentials, type MadeRequest, type MadeRun } from '../../../../testing/clients/made-run.ts'

const watched: MadeRun = {}
const projects = (authorization: string | null): MadeRequest => ({ line: 'GET /0/projects/', authorization })
const listing = (credential: string): MadeRun => ({ task: 'list-projects', input: { credential } })

const cases: readonly FindingCase[] = [
  ['client.api-key', 'kept', 'a colon', [projects(`Basic ${btoa('api-key-1:')}`)], listing('apiKey')],
  ['client.api-key', 'broken', 'no colon', [projects(`Basic ${btoa('api-key-1')}`)], listing('apiKey')],
  ['client.api-key', 'broken', 'a password', [projects(`Basic ${btoa('api-key-1:x')}`)], listing('apiKey')],
  ['client.api-key', 'broken', 'no base64', [projects('Basic api-key-1:')], listing('apiKey')],
  ['client.api-key', 'broken', 'Bearer', [projects('Bearer api-key-1')], watched],
  ['client.api-key', 'neverDone', 'no request', [], listing('apiKey')],
  ['client.dsn', 'kept', 'the scheme DSN', [projects(`DSN ${madeCredentials.dsn}`)], listing('dsn')],
  ['client.dsn', 'broken', 'Bearer', [projects(`Bearer ${madeCredentials.dsn}`)], listing('dsn')],
  ['client.dsn', 'broken', 'a cut DSN', [projects('DSN dsn-key-1')], listing('dsn')],
  ['client.dsn', 'neverDone', 'no request', [], listing('dsn')],
  ['client.integration-token', 'kept', 'Bearer', [projects('Bearer integration-token-1')], listing('integrationToken')],
  ['client.integration-token', 'broken', 'Token', [projects('Token integration-token-1')], listing('integrationToken')],
  ['client.integration-token', 'broken', 'nothing', [projects(null)], listing('integrationToken')],
  ['client.integration-token', 'neverDone', 'no request', [], listing('integrationToken')],
  ['client.api-key', 'broken', 'another scheme', [projects(`Bearer ${btoa('api-key-1:')}`)], listing('apiKey')],
  ['client.api-key', 'neverDone', 'OPTIONS', [{ line: 'OPTIONS /0/projects/' }], listing('apiKey')],
]

itFinds(cases)

itSays([
  ['client.api-key', /, which has no colon$/, [projects(`Basic ${btoa('api-key-1')}`)], listing('apiKey')],
  ['client.api-key', /, whose password is not empty$/, [projects(`Basic ${btoa('api-key-1:x')}`)], listing('apiKey')],
  ['client.api-key', /, which is "other:"$/, [projects(`Basic ${btoa('other:')}`)], listing('apiKey')],
])
