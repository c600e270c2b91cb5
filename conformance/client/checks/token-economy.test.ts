import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import { madeDialect, type MadeRequest, type MadeRun, madeToken } from '../../../testing/clients/made-run.ts'

const environments: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [] } }
const refused: MadeRequest = { ...environments, status: 401 }
const page = (token: string): MadeRequest => ({ ...environments, authorization: `Bearer ${token}` })
const driven: MadeRun = { task: 'list-environments' }
const watched: MadeRun = {}
const onConnections = (connections: readonly number[], request: MadeRequest): readonly MadeRequest[] =>
  connections.map((connection) => ({ ...request, connection }))
const walk = (...tokens: readonly string[]) => tokens.flatMap((token) => [madeToken(token), page(token)])

/** New tokens every 50 seconds, whose answers have no `expires_in`. */
const soonRenewed = walk('acc_1', 'acc_2', 'acc_3', 'acc_4').map((request) => ({
  ...request,
  after: 25,
  answer: { ...(request.answer as object), expires_in: undefined },
}))

const cases: readonly FindingCase[] = [
  [
    'client.expired-token',
    'broken',
    'threads that each come three times with the dead token',
    [
      madeToken(),
      ...onConnections([1, 1, 1, 2, 2, 2], refused),
      madeToken('acc_2'),
      ...onConnections([1, 2], page('acc_2')),
    ],
    watched,
  ],
  [
    'client.expired-token',
    'broken',
    'the dead token three times, each by a new connection',
    [madeToken(), ...onConnections([1, 2, 3], refused), madeToken('acc_2'), page('acc_2')],
    watched,
  ],
  [
    'client.expired-token',
    'neverDone',
    'a token of before a reset, and the same bytes once more',
    [refused, madeToken(), environments],
    watched,
  ],
  [
    'client.expired-token',
    'kept',
    'the same bytes after each restoring of a snapshot',
    [madeToken(), ...[1, 2, 3].flatMap(() => [refused, madeToken(), environments])],
    watched,
  ],
  [
    'client.expired-token',
    'kept',
    'an end when a new token is refused, too',
    [madeToken(), refused, madeToken('acc_2'), { ...page('acc_2'), status: 401 }],
    driven,
  ],
  [
    'client.expired-token',
    'kept',
    'a refused request that was not needed',
    [madeToken(), environments, refused],
    { ...driven, reported: { kind: 'value', value: {} } },
  ],
  [
    'client.expired-token',
    'kept',
    'a 403, where the service answers so',
    [madeToken(), { ...refused, status: 403 }, madeToken('acc_2'), page('acc_2')],
    {
      ...driven,
      dialect: { ...madeDialect, refusals: () => ({ ...madeDialect.refusals(undefined), unauthenticated: 403 }) },
    },
  ],
  [
    'client.token-reused',
    'kept',
    'new tokens when the answer states their expiry under another name',
    soonRenewed,
    { ...driven, dialect: { ...madeDialect, toldLifetime: 60 } },
  ],
  [
    'client.token-reused',
    'kept',
    'new tokens near the end of the old ones',
    walk('acc_1', 'acc_2', 'acc_3').map((request) => ({ ...request, after: 1700 })),
    driven,
  ],
  [
    'client.refresh-once',
    'observed',
    'a herd',
    [
      madeToken(),
      refused,
      { ...refused, overlaps: true },
      madeToken('acc_2'),
      { ...madeToken('acc_3'), overlaps: true },
    ],
    driven,
  ],
  [
    'client.expired-token',
    'neverDone',
    'a refusal of everything',
    [madeToken(), refused],
    { ...driven, scenario: 'error-bodies-error' },
  ],
  ['client.expired-token', 'kept', 'a part that is missing', [madeToken(), refused], { ...driven, cut: true }],
]

itFinds(cases)
