import { expect, it } from 'vitest'
import type { OperationId } from '../../catalogue/operations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Target } from '../../target/target-file.ts'
import { sampleExchange } from '../../../testing/conformance/sample-result.ts'
import { Redactor, redactedExchange } from './redact.ts'
import { addTargetSecrets, learnSecrets } from './secrets.ts'

function namedRedactor(secrets: Readonly<Record<string, string>>, target?: Target): Redactor {
  const redactor = new Redactor()
  if (target) addTargetSecrets(target, redactor)
  for (const [name, secret] of Object.entries(secrets)) redactor.add(secret, name)
  return redactor
}

const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'

it.each<[what: string, secrets: Readonly<Record<string, string>>, text: string, redacted: string]>([
  [
    'the longer of two that overlap',
    { short: 'abcdef', long: 'abcdefghij' },
    'x abcdefghij y abcdef z abcdefg',
    'x <long> y <short> z <short>g',
  ],
  ['no short text, and no word', { none: 'abc', a: 'emulator-secret-1' }, 'abc emulator-secure', 'abc emulator-secure'],
  ['a secret that is a word, only as a whole value', { token: 'environments' }, 'a=environments&', 'a=<token>&'],
  [
    'none within words of paths and names',
    { client_secret: 'secret', token: 'connect', API_KEY: 'tokens' },
    '/access-tokens /app/shop/prepare-connect client_secret=secret',
    '/access-tokens /app/shop/prepare-connect client_secret=<client_secret>',
  ],
  [
    'one in a form without underscores',
    { client_secret: 'secret_pFk3wf_bWMftgN' },
    'client%5Fsecret=secret%5FpFk3wf%5FbWMftgN or secret%5fpFk3wf%5fbWMftgN',
    'client%5Fsecret=<client_secret> or <client_secret>',
  ],
  [
    'those in which each byte is percent-encoded, also twice and in part',
    { secret: 'pass+wörd/1', token: 'swordfish' },
    'a=%41%70%61%73%73%2B%77%C3%B6%72%64%2F%31%41&b=%2573wordfish&c=%73wordfis%68&d=%ff%73wordfish',
    'a=%41<secret>%41&b=<token>&c=<token>&d=%ff<token>',
  ],
  [
    'one that begins with an id, and not the id',
    { token: `${id}.Qm81LbRz7` },
    `${id} ${id}.Qm81LbRz7`,
    `${id} <token>`,
  ],
])('hides %s', (_what, secrets, text, redacted) => {
  expect(namedRedactor(secrets).text(text)).toBe(redacted)
})

it('hides the key of a DSN, decoded or as the DSN has it', () => {
  const dsn = 'https://key-.~%2B!=,_BzX3gIXVw9Um@sentry.test/1'
  const redactor = namedRedactor({}, { baseUrl: 'https://a.test', credentials: { dsn } })
  expect(redactor.text(`${dsn} key-.~%2B!=,_BzX3gIXVw9Um key-.~+!=,_BzX3gIXVw9Um`)).toBe('<DSN> <DSN_key> <DSN_key>')
})

it('redacts values and member names at any depth, addresses except their origin, and cookies by their header', () => {
  const redactor = namedRedactor({ token: 'my-service', password: 'pass/word' })
  const shared = { 'my-service': ['my-service', 1, null, true] }
  expect(redactor.value({ a: shared, b: [shared] })).toEqual({
    a: { '<token>': ['<token>', 1, null, true] },
    b: [{ '<token>': ['<token>', 1, null, true] }],
  })
  let deep: unknown = 'my-service'
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(JSON.stringify(redactor.value(deep))).not.toContain('my-service')
  expect(redactor.address('https://my-service.example/my-service?x=my-service')).toBe(
    'https://my-service.example/<token>?x=<token>',
  )
  expect(redactor.address('https://user:pass%2Fword@a.example/')).toBe('https://user:<password>@a.example/')
  const { response, ...exchange } = sampleExchange(`${'\u0000'.repeat(20)}binary`, { headers: { cookie: 'sid=1' } })
  const hidden = redactedExchange(
    { ...exchange, response: { ...response, headers: { 'set-cookie': 'sid=1' } } },
    redactor,
  )
  expect([hidden.request.headers, hidden.response.headers]).toEqual([
    { cookie: '<cookie>' },
    { 'set-cookie': '<cookie>' },
  ])
  expect(hidden.response.text).not.toContain('binary')
})

it('searches a long text again for each new secret, and for a new name of one', () => {
  const redactor = namedRedactor({})
  const long = `begun ${'a word '.repeat(400)} with abcdefghij`
  expect(redactor.text(long)).toBe(long)
  redactor.add('abcdefghij', 'token')
  expect(redactor.text(long)).toBe(long.replace('abcdefghij', '<token>'))
  redactor.add('abcdefghij', 'other')
  expect(redactor.text(long)).toBe(long.replace('abcdefghij', '<other>'))
})

const dsn = `https://BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR@ingest.example/${id}`

it.each<[what: string, target: Partial<Target>, text: string, redacted: string]>([
  [
    'each of its credentials, by itself and in HTTP Basic, and no client id',
    {
      credentials: {
        oauth: { clientId: 'client_abcdefghijklmnopqrstuvwxyz', clientSecret: 'shhhhhhh' },
        token: 'the-token-1',
        integrationToken: 'integration-1',
        apiKey: 'the-api-key-1',
      },
    },
    `client_abcdefghijklmnopqrstuvwxyz shhhhhhh the-token-1 integration-1 the-api-key-1 ${btoa('client_abcdefghijklmnopqrstuvwxyz:shhhhhhh')}`,
    'client_abcdefghijklmnopqrstuvwxyz <client_secret> <token> <integration_token> <API_KEY> <client_id:client_secret>',
  ],
  [
    'the key of a DSN, and no id of its project',
    { credentials: { dsn } },
    `DSN ${dsn} at /0/projects/${id}/ by BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR`,
    `DSN <DSN> at /0/projects/${id}/ by <DSN_key>`,
  ],
  ['a DSN without a key', { credentials: { dsn: 'a-dsn-of-nobody' } }, 'DSN a-dsn-of-nobody', 'DSN <DSN>'],
  [
    'the headers of hooks and a password in its address',
    {
      baseUrl: 'https://user:pass%2Fword@a.example',
      hooks: {
        createEvent: { method: 'POST', path: '/x', headers: { 'x-api-key': 'hook-key-1', accept: 'application/json' } },
        advanceClock: { method: 'POST', path: '/x', headers: { authorization: 'Bearer hook-token-2' } },
      },
    },
    'pass/word pass%2Fword hook-key-1 hook-token-2 application/json',
    '<password> <password> <x-api-key> <authorization> application/json',
  ],
])('learns from a target file %s', (_what, target, text, redacted) => {
  expect(namedRedactor({}, { baseUrl: 'https://a.example', ...target }).text(text)).toBe(redacted)
})

/** An answer to a request. */
function answer(operation: OperationId | undefined, path: string, json: unknown): Exchange {
  const exchange = sampleExchange('', { operation, method: 'POST', url: `https://target.example${path}` })
  return { ...exchange, response: { ...exchange.response, status: 200, json, headers: {} } }
}

it.each<[what: string, answer: Exchange, text: string, redacted: string]>([
  [
    'secrets under usual names at eight levels, and keeps the name of one it was given',
    answer(undefined, '/x', {
      a: { b: { c: { d: { e: { f: { g: { token: 'learned-secret-2' } } } } } } },
      data: { access_token: 'learned-1', token: 'given-token-12', next_token: 'page-cursor-12' },
      refreshToken: 'learned-4',
    }),
    'learned-1 given-token-12 page-cursor-12 learned-secret-2 learned-4 bearer',
    '<access_token> <token> page-cursor-12 <secret> <refreshToken> bearer',
  ],
  [
    'the secret of a token under any name',
    answer(undefined, '/access-tokens', {
      id,
      value: 'pat-secret-value-1',
      token_type: 'a_token_type',
      name: 'a-name-of-mine',
    }),
    `${id} pat-secret-value-1 a_token_type a-name-of-mine`,
    `${id} <secret> a_token_type a-name-of-mine`,
  ],
  [
    'no scope of a token',
    answer(undefined, '/access-tokens', { scopes: [{ value: 'access-tokens:read' }], value: 'pat:Secretvalue1' }),
    'access-tokens:read pat:Secretvalue1',
    'access-tokens:read <secret>',
  ],
  [
    'the code of a connection under any name',
    answer(undefined, '/app/shop/prepare-connect', {
      adapter_name: 'shop-with-long-name',
      link: '/app/shop/connect?prepare_state=state-code-2-xyz',
      ticket: 'state-code-3-xyz',
    }),
    'shop-with-long-name state-code-2-xyz state-code-3-xyz',
    'shop-with-long-name <state_code> <state_code>',
  ],
  [
    'by the operation what the path does not tell',
    answer('access-tokens.create', '/1.13/keys', { value: 'pat-secret-value-1' }),
    'pat-secret-value-1',
    '<secret>',
  ],
  [
    'nothing of another operation',
    answer('services.invoke', '/services/a/prepare-connect', { ticket: 'number-of-order-1' }),
    'number-of-order-1',
    'number-of-order-1',
  ],
  [
    'no word of a path, and no address that was asked',
    answer(undefined, '/app/mailer-of-acme/prepare-connect', {
      adapter: 'mailer-of-acme',
      environment: 'environments',
      secret: 'https://a.example/access-tokens',
      access_token: 'Authorization',
    }),
    'Authorization https://a.example/app/mailer-of-acme/prepare-connect /access-tokens environments',
    'Authorization https://a.example/app/mailer-of-acme/prepare-connect /access-tokens environments',
  ],
  [
    'an address that holds a secret, and shows others that begin alike',
    answer(undefined, '/x', { secret: 'https://BzX3gIXVw9UmQoNGDhzE@ingest.example/42' }),
    'https://BzX3gIXVw9UmQoNGDhzE@ingest.example/42 https://ingest.example/43',
    '<secret> https://ingest.example/43',
  ],
])('learns from an answer %s', (_what, learned, text, redacted) => {
  const redactor = namedRedactor({ token: 'given-token-12' })
  learnSecrets(learned, redactor)
  expect(redactor.text(text)).toBe(redacted)
})

it('names how a credential was altered, in every spelling, and shows no part of it', () => {
  const redactor = namedRedactor(
    { token: 'pat_5KpQmXw81LbRz7Tn' },
    { baseUrl: 'https://a.example', credentials: { dsn } },
  )
  redactor.addAltered('pat_5KpQmXw81LbRz7Tnx', 'pat_5KpQmXw81LbRz7Tn', 'made longer')
  redactor.addAltered('client_BcdefghijklmnoprX', 'client_Acdefghijklmnopr', 'with one character changed')
  redactor.addAltered('client_Acdefghijklmnop', 'client_Acdefghijklmnopr', 'with its last character taken off')
  redactor.addAltered(dsn.replace('BzX', 'AzX'), dsn, 'with one character changed')
  for (const [text, redacted] of [
    ['Bearer pat_5KpQmXw81LbRz7Tnx', 'Bearer <token made longer>'],
    ['{"key":"\\u0022pat_5KpQmXw81LbRz7Tnx\\u0022"}', '{"key":"\\u0022<token made longer>\\u0022"}'],
    ['pat_5KpQmXw81LbRz7Tnxy', '<token made longer>y'],
    [`Basic ${btoa('pat_5KpQmXw81LbRz7Tnx:')}`, 'Basic <token made longer>'],
    [`Basic ${btoa('pat_5KpQmXw81LbRz7Tn:')}`, 'Basic <token>'],
    ['client_id=client_BcdefghijklmnoprX&a', 'client_id=<client_id with one character changed>&a'],
    ['client_Bcdefghijklmnopr', 'client_Bcdefghijklmnopr'],
    ['client_id=client_Acdefghijklmnopr', 'client_id=client_Acdefghijklmnopr'],
    ['client_id=client_Acdefghijklmnop&', 'client_id=<client_id with its last character taken off>&'],
    [`${dsn.replace('BzX', 'AzX')} at /0/projects/${id}/`, `<DSN with one character changed> at /0/projects/${id}/`],
  ])
    expect(redactor.text(text!)).toBe(redacted)
})
