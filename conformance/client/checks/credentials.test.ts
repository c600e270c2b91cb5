import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import {
  madeDialect,
  type MadeRequest,
  madeRefresh,
  type MadeRun,
  madeToken,
  tokenForm,
} from '../../../testing/clients/made-run.ts'

const environments: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [] } }
const page = (token: string): MadeRequest => ({ ...environments, authorization: `Bearer ${token}` })
const driven: MadeRun = { task: 'list-environments' }
const watched: MadeRun = {}
const grant = { grant_type: 'client_credentials', client_id: 'client-1', client_secret: 'client-secret-1' }

const projects = (authorization: string | null): MadeRequest => ({ line: 'GET /0/projects/', authorization })

const cases: readonly FindingCase[] = [
  ['client.token-request', 'kept', 'a wrong secret of a test', [tokenForm({ ...grant, client_secret: 'x' })], watched],
  [
    'client.refresh-request',
    'kept',
    'a refresh where no refresh token is issued',
    [madeRefresh('ref_0', 'acc_2')],
    { ...driven, dialect: { ...madeDialect, issuesRefreshToken: false } },
  ],
  ...['client.refresh-request', 'client.refresh-token-issued'].map((check): FindingCase => [
    check,
    'declined',
    'a new token by credentials',
    [madeToken(), madeToken('acc_2')],
    driven,
  ]),
  [
    'client.refresh-request',
    'declined',
    'a service without refresh tokens',
    [madeToken()],
    { ...driven, dialect: { ...madeDialect, issuesRefreshToken: false } },
  ],
  ['client.refresh-token-issued', 'kept', 'one kept from before', [madeToken(), madeRefresh('ref_0', 'a')], watched],
  [
    'client.refresh-token-issued',
    'kept',
    'a herd that refreshes with one token',
    [madeToken(), madeRefresh('ref_1', 'acc_2', 'ref_2'), { ...madeRefresh('ref_1', 'acc_3'), overlaps: true }],
    driven,
  ],
  [
    'client.bearer',
    'kept',
    'the scheme in lower case',
    [madeToken(), { ...environments, authorization: 'bearer acc_1' }],
    driven,
  ],
  ['client.api-key', 'broken', 'Bearer', [projects('Bearer api-key-1')], watched],
  ['client.bearer', 'kept', 'an API key of a watched client', [projects('Basic eDo='), page('x')], watched],
  ...[`key=${btoa('api-key-1:')}`, 's=client%252Dsecret%252D1'].map((query): FindingCase => [
    'client.secrets-in-headers',
    'broken',
    query,
    [{ line: `GET /1.13/environments?${query}` }],
    driven,
  ]),
  [
    'client.secrets-in-headers',
    'kept',
    'an address for the browser that ends in its code',
    [madeToken(), environments],
    {
      task: 'prepare-connect',
      input: { adapter: 'crm' },
      reported: { kind: 'value', value: { url: 'http://service.test/app/crm/connect?prepare_state=1' } },
    },
  ],
  ['client.token-request', 'kept', 'a body that was not read', [{ ...madeToken(), body: null }], driven],
  [
    'client.refresh-token-issued',
    'kept',
    'one of a part that is missing',
    [madeToken(), madeRefresh('ref_0', 'a')],
    { ...driven, cut: true },
  ],
  ['client.bearer', 'kept', 'a token of a part that is missing', [page('acc_9')], { ...driven, cut: true }],
  ['client.bearer', 'neverDone', 'OPTIONS', [{ line: 'OPTIONS /1.13/environments', authorization: null }], driven],
  [
    'client.secrets-in-headers',
    'broken',
    'a token that was accepted, though nobody saw it issued',
    [{ line: 'GET /1.13/environments?key=acc_12345', authorization: 'Bearer acc_12345', credential: 'oauth#1' }],
    watched,
  ],
]

itFinds(cases)
