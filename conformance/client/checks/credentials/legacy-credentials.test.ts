import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import { type MadeRequest, type MadeRun } from '../../../../testing/clients/made-run.ts'

const watched: MadeRun = {}
const projects = (authorization: string | null): MadeRequest => ({ line: 'GET /0/projects/', authorization })
const listing = (credential: string): MadeRun => ({ task: 'list-projects', input: { credential } })

const cases: readonly FindingCase[] = [
  ['client.api-key', 'broken', 'Bearer', [projects('Bearer api-key-1')], watched],
  ['client.integration-token', 'broken', 'nothing', [projects(null)], listing('integrationToken')],
  ['client.api-key', 'neverDone', 'OPTIONS', [{ line: 'OPTIONS /0/projects/' }], listing('apiKey')],
]

itFinds(cases)
