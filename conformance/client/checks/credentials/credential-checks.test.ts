import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import {
  type MadeRequest,
  madeRefresh,
  type MadeRun,
  madeToken,
  tokenForm,
} from '../../../../testing/clients/made-run.ts'

const environments: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [] } }
const page = (token: string): MadeRequest => ({ ...environments, authorization: `Bearer ${token}` })
const driven: MadeRun = { task: 'list-environments' }
const watched: MadeRun = {}
const grant = { grant_type: 'client_credentials', client_id: 'client-1', client_secret: 'client-secret-1' }
const projects = (authorization: string | null): MadeRequest => ({ line: 'GET /0/projects/', authorization })

const cases: readonly FindingCase[] = [
  ['client.token-request', 'kept', 'a form with all three members', [madeToken()], driven],
  ['client.token-request', 'notSprung', 'no token', [environments], driven],
  ['client.token-request', 'broken', 'JSON', [{ line: 'POST /oauth/token', body: grant }], driven],
  ['client.token-request', 'broken', 'GET', [{ ...madeToken(), line: 'GET /oauth/token' }], driven],
  ['client.token-request', 'broken', 'another secret', [tokenForm({ ...grant, client_secret: 'other' })], driven],
  ['client.token-request', 'kept', 'a wrong secret of a test', [tokenForm({ ...grant, client_secret: 'x' })], watched],
  ['client.token-request', 'broken', 'no secret', [tokenForm({ ...grant, client_secret: '' })], watched],
  ['client.token-request', 'broken', 'no grant type', [tokenForm({ ...grant, grant_type: '' })], driven],
  ['client.refresh-request', 'kept', 'all four members', [madeToken(), madeRefresh('ref_1', 'acc_2')], driven],
  ['client.refresh-request', 'notSprung', 'no refresh', [madeToken()], driven],
  [
    'client.refresh-request',
    'broken',
    'another grant type',
    [madeToken(), tokenForm({ ...grant, grant_type: 'refresh', refresh_token: 'ref_1' })],
    driven,
  ],
  [
    'client.refresh-request',
    'broken',
    'a refresh without the client',
    [madeToken(), tokenForm({ grant_type: 'refresh_token', refresh_token: 'ref_1' })],
    driven,
  ],
  [
    'client.refresh-request',
    'broken',
    'a refresh without its token',
    [madeToken(), tokenForm({ ...grant, grant_type: 'refresh_token' })],
    driven,
  ],
  ['client.refresh-token-issued', 'kept', 'the one issued', [madeToken(), madeRefresh('ref_1', 'acc_2')], driven],
  ['client.refresh-token-issued', 'notSprung', 'no refresh', [madeToken()], driven],
  ['client.refresh-token-issued', 'broken', 'an access token', [madeToken(), madeRefresh('acc_1', 'a')], driven],
  ['client.refresh-token-issued', 'broken', 'another', [madeToken(), madeRefresh('ref_0', 'a')], driven],
  ['client.refresh-token-issued', 'kept', 'one kept from before', [madeToken(), madeRefresh('ref_0', 'a')], watched],
  [
    'client.refresh-token-issued',
    'broken',
    'a refresh where none was issued',
    [{ ...madeToken(), answer: { access_token: 'acc_1' } }, madeRefresh('undefined', 'acc_2')],
    watched,
  ],
  [
    'client.refresh-token-issued',
    'broken',
    'the first one again, although its successor is in use',
    [madeToken(), madeRefresh('ref_1', 'acc_2', 'ref_2'), page('acc_2'), madeRefresh('ref_1', 'acc_3')],
    driven,
  ],
  [
    'client.refresh-token-issued',
    'kept',
    'a herd that refreshes with one token',
    [madeToken(), madeRefresh('ref_1', 'acc_2', 'ref_2'), { ...madeRefresh('ref_1', 'acc_3'), overlaps: true }],
    driven,
  ],
  [
    'client.refresh-token-issued',
    'kept',
    'the last one each time',
    [madeToken(), madeRefresh('ref_1', 'acc_2', 'ref_2'), page('acc_2'), madeRefresh('ref_2', 'acc_3')],
    driven,
  ],
  ['client.bearer', 'kept', 'the issued token', [madeToken(), environments], driven],
  [
    'client.bearer',
    'kept',
    'the scheme in lower case',
    [madeToken(), { ...environments, authorization: 'bearer acc_1' }],
    driven,
  ],
  ['client.bearer', 'notSprung', 'no protected endpoint', [madeToken()], driven],
  ['client.bearer', 'broken', 'no header', [madeToken(), { ...environments, authorization: null }], driven],
  ['client.bearer', 'broken', 'no scheme', [madeToken(), { ...environments, authorization: 'acc_1' }], watched],
  ['client.bearer', 'broken', 'a cut token', [madeToken(), page('acc_')], driven],
  ['client.bearer', 'kept', 'a wrong token of a test', [madeToken(), { ...page('x'), status: 401 }], watched],
  [
    'client.bearer',
    'kept',
    'a redirected request without the header, which is for another check',
    [
      madeToken(),
      { ...environments, status: 307, answerHeaders: { location: '/1.13/resources' } },
      { line: 'GET /1.13/resources', authorization: null },
    ],
    driven,
  ],
  ['client.bearer', 'kept', 'an API key of a watched client', [projects('Basic eDo='), page('x')], watched],
  ['client.secrets-in-headers', 'kept', 'no secret', [madeToken(), environments], driven],
  ['client.secrets-in-headers', 'notSprung', 'no request', [], driven],
  ...['access_token=given-token-1', `key=${btoa('api-key-1:')}`, 's=client%252Dsecret%252D1'].map(
    (query): FindingCase => [
      'client.secrets-in-headers',
      'broken',
      query,
      [{ line: `GET /1.13/environments?${query}` }],
      driven,
    ],
  ),
  ...['', '&access_token=given-token-1'].map((more): FindingCase => [
    'client.secrets-in-headers',
    more === '' ? 'kept' : 'broken',
    `an address for the browser that ends in ${more || 'its code'}`,
    [madeToken(), environments],
    {
      task: 'prepare-connect',
      input: { adapter: 'crm' },
      reported: { kind: 'value', value: { url: `http://service.test/app/crm/connect?prepare_state=1${more}` } },
    },
  ]),
  [
    'client.token-request',
    'broken',
    'a form that is called text',
    [{ ...madeToken(), headers: { 'Content-Type': 'text/plain' } }],
    driven,
  ],
  ['client.token-request', 'kept', 'a body that was not read', [{ ...madeToken(), body: null }], driven],
  [
    'client.refresh-request',
    'kept',
    'no refresh token, as none was issued',
    [tokenForm({ ...grant, grant_type: 'refresh_token' })],
    driven,
  ],
  ['client.refresh-token-issued', 'kept', 'none where one was issued', [madeToken(), madeRefresh('', 'a')], driven],
  ['client.refresh-token-issued', 'broken', 'none where none was issued', [madeRefresh('', 'a')], watched],
  [
    'client.refresh-token-issued',
    'broken',
    'an access token of a test',
    [madeToken(), madeRefresh('acc_1', 'a')],
    watched,
  ],
  [
    'client.refresh-token-issued',
    'kept',
    'one of a part that is missing',
    [madeToken(), madeRefresh('ref_0', 'a')],
    { ...driven, cut: true },
  ],
  ['client.bearer', 'broken', 'an empty token of a test', [page('')], watched],
  ['client.bearer', 'kept', 'a token of a part that is missing', [page('acc_9')], { ...driven, cut: true }],
  ['client.bearer', 'notSprung', 'OPTIONS', [{ line: 'OPTIONS /1.13/environments', authorization: null }], driven],
  ['client.bearer', 'broken', 'an API key', [{ ...environments, authorization: 'Basic eDo=' }], watched],
  [
    'client.bearer',
    'notSprung',
    'an API key for a legacy list',
    [{ line: 'GET /0/issues/x/events/', authorization: 'Basic eDo=' }],
    watched,
  ],
]

itFinds(cases)
