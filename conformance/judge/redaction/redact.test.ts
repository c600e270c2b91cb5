import { expect, it } from 'vitest'
import type { OperationId } from '../../catalogue/operations.ts'
import { sampleExchange } from '../../../testing/conformance/sample-result.ts'
import { Redactor } from './redact.ts'
import { redactedExchange } from './redacted-exchange.ts'
import { addTargetSecrets, learnSecrets } from './secrets.ts'

function redactorOf(secrets: Readonly<Record<string, string>>): Redactor {
  const redactor = new Redactor()
  for (const [name, secret] of Object.entries(secrets)) redactor.add(secret, name)
  return redactor
}

it('replaces a secret by its name, the longer of two that overlap first', () => {
  const redactor = redactorOf({ short: 'abcdef', long: 'abcdefghij' })
  expect(redactor.text('x abcdefghij y abcdef z abcdefg')).toBe('x <long> y <short> z <short>g')
})

it('leaves texts that are not secrets: short ones, and words that only begin like one', () => {
  const redactor = redactorOf({ none: 'abc', client_secret: 'emulator-secret-1234' })
  expect(redactor.text('abc emulator-secure and the emulator')).toBe('abc emulator-secure and the emulator')
})

it('hides the head of a secret at a cut', () => {
  const redactor = redactorOf({ jwt: 'eyJhbGciOiJIUzI1NiJ9.payload.signature' })
  expect(redactor.text('401 {"token":"eyJhbGciOiJIUz')).toBe('401 {"token":"<jwt>')
  expect(redactor.text('got eyJhbGciOiJI… and more')).toBe('got <jwt>… and more')
  expect(redactor.text('got eyJhbGciOiJIUzI1NiJ9.payl and more')).toBe('got <jwt> and more')
  expect(redactor.text('eyJhbGciOiJIUz then eyJhbGciOiJIUz')).toBe('eyJhbGciOiJIUz then <jwt>')
})

it('keeps the user name of HTTP Basic readable', () => {
  const redactor = new Redactor()
  addTargetSecrets(
    {
      baseUrl: 'https://a.example',
      credentials: { oauth: { clientId: 'client_abcdefghijklmnopqrstuvwxyz', clientSecret: 'shhhhhhh' } },
    },
    redactor,
  )
  expect(redactor.text('client_id=client_abcdefghijklmnopqrstuvwxyz&client_secret=shhhhhhh')).toBe(
    'client_id=client_abcdefghijklmnopqrstuvwxyz&client_secret=<client_secret>',
  )
  expect(redactor.text('the client client_abcdefghijklmnopqrstu… is unknown')).toBe(
    'the client client_abcdefghijklmnopqrstu… is unknown',
  )
  expect(redactor.text(`Basic ${btoa('client_abcdefghijklmnopqrstuvwxyz:shhhhhhh')}`)).toBe(
    'Basic <client_id:client_secret>',
  )
  const wrong = `Basic ${btoa('client_abcdefghijklmnopqrstuvwxyz:another')}`
  expect(redactor.text(wrong)).toBe(wrong)
})

it('searches a long text anew for each secret that it learns, and for a name that one gets', () => {
  const redactor = redactorOf({})
  const long = `begun ${'a word '.repeat(400)} with abcdefghij`
  expect(redactor.text(long)).toBe(long)
  redactor.add('abcdefghij', 'token')
  expect(redactor.text(long)).toBe(long.replace('abcdefghij', '<token>'))
  redactor.add('abcdefghij', 'other')
  expect(redactor.text(long)).toBe(long.replace('abcdefghij', '<other>'))
})

it('redacts values and member names at any depth, and survives any nesting', () => {
  const redactor = redactorOf({ token: 'secret-1' })
  const shared = { 'secret-1': ['secret-1', 1, null, true] }
  const copy = redactor.value({ a: shared, b: [shared] })
  expect(copy).toEqual({ a: { '<token>': ['<token>', 1, null, true] }, b: [{ '<token>': ['<token>', 1, null, true] }] })
  let deep: unknown = 'secret-1'
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(JSON.stringify(redactor.value(deep))).not.toContain('secret-1')
})

it('learns the secrets that answers show under usual names, and keeps the names of those it was given', () => {
  const redactor = redactorOf({ token: 'given-token-12' })
  const learn = (json: unknown, headers = {}) =>
    learnSecrets({ ...sampleExchange(), response: { ...sampleExchange().response, json, headers } }, redactor)
  learn({
    data: {
      access_token: 'learned-1',
      token: 'given-token-12',
      next_token: 'page-cursor-12',
      items: [{ token: 'learned-secret-2' }],
    },
  })
  learn({ refreshToken: 'learned-4', token: 'bearer' })
  expect(redactor.text('learned-1 given-token-12 page-cursor-12 learned-secret-2 learned-4 bearer')).toBe(
    '<access_token> <token> page-cursor-12 <secret> <refreshToken> bearer',
  )
})

it('learns a secret in an envelope of eight levels, the most that a record is looked for in', () => {
  const redactor = redactorOf({})
  const names = ['token', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a']
  const json = names.reduce<unknown>((inner, name) => ({ [name]: inner }), 'learned-secret-8')
  learnSecrets({ ...sampleExchange(), response: { ...sampleExchange().response, json } }, redactor)
  expect(redactor.text('learned-secret-8')).toBe('<secret>')
})

it('learns the secrets of tokens and of connections under any name in answers about them', () => {
  const redactor = redactorOf({})
  const learn = (method: string, path: string, json: unknown) =>
    learnSecrets(
      {
        ...sampleExchange('', { method, url: `https://target.example${path}` }),
        response: { ...sampleExchange().response, status: 200, json, headers: {} },
      },
      redactor,
    )
  learn('POST', '/access-tokens', {
    id: '2rHt2Okh4RUnlKcuUyeAJjTsJzW',
    value: 'pat-secret-value-1',
    token_type: 'personal_access_token',
    name: 'a-name-of-mine',
  })
  learn('POST', '/app/shop/prepare-connect', {
    adapter_name: 'shop-with-long-name',
    link: '/app/shop/connect?prepare_state=state-code-2-xyz',
    ticket: 'state-code-3-xyz',
  })
  learn('GET', '/1.13/environments', { value: 'some-plain-value', ticket: 'some-other-value' })
  expect(redactor.text('2rHt2Okh4RUnlKcuUyeAJjTsJzW pat-secret-value-1 personal_access_token a-name-of-mine')).toBe(
    '2rHt2Okh4RUnlKcuUyeAJjTsJzW <secret> personal_access_token a-name-of-mine',
  )
  expect(redactor.text('shop-with-long-name state-code-2-xyz state-code-3-xyz some-plain-value some-other-value')).toBe(
    'shop-with-long-name <state_code> <state_code> some-plain-value some-other-value',
  )
})

it('learns by the operation what the path does not tell', () => {
  const redactor = redactorOf({})
  const learn = (operation: OperationId, path: string, json: unknown) =>
    learnSecrets(
      {
        ...sampleExchange('', { operation, method: 'POST', url: `https://target.example${path}` }),
        response: { ...sampleExchange().response, status: 200, json, headers: {} },
      },
      redactor,
    )
  learn('access-tokens.create', '/1.13/keys', { value: 'pat-secret-value-1' })
  learn('services.invoke', '/services/a/prepare-connect', { ticket: 'number-of-order-1' })
  expect(redactor.text('pat-secret-value-1 number-of-order-1')).toBe('<secret> number-of-order-1')
})

it('takes the secrets of hooks and of the base URL from the target file', () => {
  const redactor = new Redactor()
  addTargetSecrets(
    {
      baseUrl: 'https://user:pass%2Fword@a.example',
      hooks: {
        createEvent: { method: 'POST', path: '/x', headers: { 'x-api-key': 'hook-key-1', accept: 'application/json' } },
      },
    },
    redactor,
  )
  expect(redactor.text('pass/word pass%2fword hook-key-1 application/json')).toBe(
    '<password> <password> <x-api-key> application/json',
  )
})

it('hides the key of a DSN, and keeps the id of its project', () => {
  const redactor = new Redactor()
  addTargetSecrets(
    {
      baseUrl: 'https://a.example',
      credentials: { dsn: 'https://BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR@ingest.example/2rFUBOcdFhipGcFiVyOoNqKKXn9' },
    },
    redactor,
  )
  expect(
    redactor.text(
      'DSN https://BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR@ingest.example/2rFUBOcdFhipGcFiVyOoNqKKXn9 and /0/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9/',
    ),
  ).toBe('DSN <DSN> and /0/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9/')
  expect(redactor.text('the key BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR, cut as BzX3gIXVw9UmQoNGDhzE…')).toBe(
    'the key <DSN_key>, cut as <DSN_key>…',
  )
})

it('hides an altered credential as a whole, in every spelling, and no part of it', () => {
  const redactor = redactorOf({ token: 'pat_5KpQmXw81LbRz7Tn' })
  redactor.addAltered('pat_5KpQmXw81LbRz7Tnx', 'pat_5KpQmXw81LbRz7Tn', 'made longer')
  redactor.addAltered('pat_5KpQmXw81LbRz7Tn ', 'pat_5KpQmXw81LbRz7Tn', 'with a space behind it')
  redactor.addAltered('client_BcdefghijklmnoprX', 'client_Acdefghijklmnopr', 'with one character changed')
  for (const [text, redacted] of [
    ['Bearer pat_5KpQmXw81LbRz7Tnx', 'Bearer <token made longer>'],
    ['{"key":"\\u0022pat_5KpQmXw81LbRz7Tnx\\u0022"}', '{"key":"\\u0022<token made longer>\\u0022"}'],
    ['secret=pat_5KpQmXw81LbRz7Tn+&a', 'secret=<token with a space behind it>&a'],
    ['pat_5KpQmXw81LbRz7Tnxy', '<token made longer>y'],
    [`Basic ${btoa('pat_5KpQmXw81LbRz7Tnx:')}`, 'Basic <token made longer>'],
    ['client_id=client_BcdefghijklmnoprX&a', 'client_id=<client_id with one character changed>&a'],
    ['%22client_BcdefghijklmnoprX%22', '%22<client_id with one character changed>%22'],
    ['client_BcdefghijklmnoprXY client_Bcdefghijklmnopr', 'client_BcdefghijklmnoprXY client_Bcdefghijklmnopr'],
  ])
    expect(redactor.text(text!)).toBe(redacted)
})

it('names an encoded credential itself, not an altered one whose encoding begins alike', () => {
  const key = 'key_0123456789abcdefghij'
  const redactor = redactorOf({ API_KEY: key })
  redactor.addAltered(`${key}.x`, key, 'with a dot behind it')
  expect(redactor.text(`Basic ${btoa(`${key}:`)}`)).toBe('Basic <API_KEY>')
  expect(redactor.text(`Basic ${btoa(`${key}.x:`)}`)).toBe('Basic <API_KEY with a dot behind it>')
})

it('leaves the address in an altered DSN, and the id behind it', () => {
  const redactor = new Redactor()
  const dsn = 'https://BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR@ingest.example/2rFUBOcdFhipGcFiVyOoNqKKXn9'
  addTargetSecrets({ baseUrl: 'https://a.example', credentials: { dsn } }, redactor)
  redactor.addAltered(dsn.replace('BzX', 'AzX'), dsn, 'with one character changed')
  expect(
    redactor.text(
      `DSN ${dsn.replace('BzX', 'AzX')} at https://a.example/0/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9/groups/`,
    ),
  ).toBe('DSN <DSN with one character changed> at https://a.example/0/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9/groups/')
})

it('keeps an id with which a secret begins, and hides more of the secret than that', () => {
  const redactor = redactorOf({ token: '2rHt2Okh4RUnlKcuUyeAJjTsJzW.Qm81LbRz7TnXw5Kp' })
  expect(redactor.text('/access-tokens/2rHt2Okh4RUnlKcuUyeAJjTsJzW, pat_2rHt2Okh4RUnlKcuUyeAJjTsJzW')).toBe(
    '/access-tokens/2rHt2Okh4RUnlKcuUyeAJjTsJzW, pat_2rHt2Okh4RUnlKcuUyeAJjTsJzW',
  )
  expect(redactor.text('2rHt2Okh4RUnlKcuUyeAJjTsJzW.Qm81LbRz7TnXw5Kp 2rHt2Okh4RUnlKcuUyeAJjTsJzW.Qm8…')).toBe(
    '<token> <token>…',
  )
})

it('keeps the words of paths and names, even if a secret is a part of one', () => {
  const redactor = redactorOf({ client_secret: 'secret', token: 'connect', API_KEY: 'tokens' })
  const text = '/access-tokens /app/shop/prepare-connect client_secret=<client_secret>&grant_type=client_credentials'
  expect(redactor.text(text.replace('<client_secret>', 'secret'))).toBe(text)
})

it('hides a secret in an address that was asked', () => {
  const redactor = redactorOf({ token: 'pat_5KpQmXw81/Rz7Tn' })
  expect(redactor.address('https://a.example/echo/pat_5KpQmXw81%2FRz7Tn?x=pat_5KpQmXw81…')).toBe(
    'https://a.example/echo/<token>?x=<token>…',
  )
})

it('keeps the origin of an address, but not a password in it', () => {
  const redactor = redactorOf({ token: 'my-service', password: 'pass/word' })
  expect(redactor.address('https://my-service.example/my-service')).toBe('https://my-service.example/<token>')
  expect(redactor.address('https://user:pass%2Fword@a.example/')).toBe('https://user:<password>@a.example/')
})

it('learns no word of a path, and no address that was asked', () => {
  const redactor = redactorOf({})
  const exchange = sampleExchange('', { method: 'POST', url: 'https://a.example/app/mailer-of-acme/prepare-connect' })
  const json = {
    adapter: 'mailer-of-acme',
    environment: 'environments',
    secret: 'https://a.example/access-tokens',
    password: 'prepare-connect',
    access_token: 'Authorization',
  }
  learnSecrets({ ...exchange, response: { ...exchange.response, status: 200, json } }, redactor)
  const text = 'Authorization https://a.example/app/mailer-of-acme/prepare-connect /access-tokens environments'
  expect(redactor.text(text)).toBe(text)
})

it('learns an address that holds a secret, and shows others that begin alike', () => {
  const redactor = redactorOf({})
  const json = { secret: 'https://BzX3gIXVw9UmQoNGDhzE@ingest.example/42' }
  learnSecrets({ ...sampleExchange(), response: { ...sampleExchange().response, json } }, redactor)
  expect(redactor.text('https://BzX3gIXVw9UmQoNGDhzE@ingest.example/42 https://ingest.example/43')).toBe(
    '<secret> https://ingest.example/43',
  )
})

it('hides a credential that was given, even one that is a word of the specification', () => {
  const redactor = redactorOf({ client_secret: 'secret', token: 'environments' })
  expect(redactor.text('client_secret=secret&environments')).toBe('client_secret=<client_secret>&<token>')
})

it('hides the cookies of an answer by the name of their header', () => {
  const exchange = {
    ...sampleExchange(),
    response: { ...sampleExchange().response, headers: { 'set-cookie': 'sid=1' } },
  }
  expect(redactedExchange(exchange, new Redactor()).response.headers).toEqual({ 'set-cookie': '<cookie>' })
})
