import { expect, it } from 'vitest'
import { parseTargetFile, toTarget } from './target-file.ts'

const baseUrl = 'https://api.example'
const read =
  (source: string, environment: Record<string, string> = {}) =>
  () =>
    parseTargetFile(source, environment, 'target.yaml')

it('reads JSON and YAML alike, with a byte order mark too', () => {
  const target = { baseUrl, samples: { catalogId: 'x' }, allowWrites: true }
  expect(parseTargetFile(JSON.stringify(target), {})).toEqual(target)
  expect(parseTargetFile(`\uFEFF${JSON.stringify(target)}`, {})).toEqual(target)
  expect(parseTargetFile(`baseUrl: ${baseUrl}\nsamples:\n  catalogId: x\nallowWrites: true\n`, {})).toEqual(target)
})

it('takes variables from the environment, at any depth and within a text, and names the one that is not set', () => {
  const source =
    'baseUrl: https://${HOST}/api\nenumFilters:\n  - { path: /1.13/x, parameter: p, values: ["${VALUE}"] }\n'
  expect(parseTargetFile(source, { HOST: 'api.example', VALUE: '${HOST}' })).toMatchObject({
    baseUrl: 'https://api.example/api',
    enumFilters: [{ values: ['${HOST}'] }],
  })
  expect(read(source, { HOST: 'api.example' })).toThrow(
    'target.yaml: /enumFilters/0/values/0 uses ${VALUE}, which is not set',
  )
})

it('names every variable that is not set', () => {
  expect(read('baseUrl: "https://${HOST}"\ncredentials: { token: "${TOKEN}" }\n', {})).toThrow(
    'target.yaml: /baseUrl uses ${HOST}, which is not set; /credentials/token uses ${TOKEN}, which is not set',
  )
})

it('names the nearest key given one that it does not know, at any depth', () => {
  expect(read(`{"baseUrl":"${baseUrl}","credentails":{}}`)).toThrow(
    '/credentails is not known; did you mean credentials?',
  )
  expect(read(`{"baseUrl":"${baseUrl}","samples":{"catalogID":"x"}}`)).toThrow(
    '/samples/catalogID is not known; did you mean catalogId?',
  )
  expect(read(`{"baseUrl":"${baseUrl}","hooks":{"advanceClock":{"method":"POST","path":"/x","url":"/x"}}}`)).toThrow(
    '/hooks/advanceClock/url is not known; known here: method, path, body, headers',
  )
})

it('says what was expected given a file of nothing, of a list, of a text, or of neither JSON nor YAML', () => {
  expect(read('')).toThrow('expected an object with at least baseUrl; got nothing')
  expect(read('[]')).toThrow('got a list')
  expect(read('hello')).toThrow('got a string')
  expect(read('baseUrl: [\n')).toThrow(/^target\.yaml is neither JSON nor YAML: .*[^:]$/)
})

it.each([
  [{ credentials: { token: 'abc\n' } }, '/credentials/token ends with a line end (\\n)'],
  [{ credentials: { token: '\uFEFFabc' } }, '/credentials/token begins with a byte order mark (\\ufeff)'],
  [
    { credentials: { oauth: { clientId: 'a', clientSecret: 'abc\r\n' } } },
    '/credentials/oauth/clientSecret has within it a line end (\\r)',
  ],
  [{ credentials: { apiKey: ' abc' } }, '/credentials/apiKey begins with a blank'],
  [{ credentials: { dsn: 'a\u200Bc' } }, '/credentials/dsn has within it the character \\u200b'],
  [{ headers: { 'x-key': 'abc\n' } }, '/headers/x-key ends with a line end (\\n)'],
  [{ headers: { Authorization: 'abc' } }, '/headers/Authorization is set by the kit; put credentials in /credentials'],
  [{ headers: { 'x key': 'abc' } }, '/headers/x key must be the name of a header'],
  [{ tls: { cert: 'a.pem' } }, '/tls needs both cert and key, or neither'],
])('refuses %j, and names the member and what is wrong with it', (members, message) => {
  expect(() => toTarget({ baseUrl, ...members })).toThrow(message)
})

it('refuses wrong values, each with its place', () => {
  for (const [value, message] of [
    [{}, 'it needs the member baseUrl'],
    [{ baseUrl: 'api.example' }, '/baseUrl must begin with http:// or https://; got "api.example"'],
    [{ baseUrl, credentials: { oauth: { clientId: 'a' } } }, '/credentials/oauth needs the member clientSecret'],
    [{ baseUrl, credentials: { token: '' } }, '/credentials/token must not be empty'],
    // The value may be a secret here.
    [{ baseUrl, credentials: { token: 12_345 } }, /\/credentials\/token must be a string$/],
    [{ baseUrl, allowWrites: 'yes' }, '/allowWrites must be true or false; got "yes"'],
    [{ baseUrl, hooks: { advanceClock: '/clock' } }, '/hooks/advanceClock must be an object with names and values'],
    [
      { baseUrl, hooks: { advanceClock: { method: 'POST', path: 'test/clock' } } },
      '/hooks/advanceClock/path must be a path that begins with /, or an absolute URL; got "test/clock"',
    ],
    [
      { baseUrl, profile: 'legcy' },
      '/profile must be one of full, versioned, legacy, tokens, services, read-only; got',
    ],
    [
      { baseUrl, without: ['apikeys'] },
      '/without/0 must be one of mcp, dsn, apiKeys, integrationTokens, refreshTokens, connect, services, legacy, versioned, oauth, personalAccessTokens, resources, search, stringFilters, enumFilters, severalFilters, groupStatus; got "apikeys"',
    ],
    [{ baseUrl, without: ['legcy'] }, 'did you mean legacy?'],
    [{ baseUrl, without: 'mcp' }, '/without must be a list; got "mcp"'],
    [{ baseUrl, personalAccessTokens: { expiresAt: 'iso' } }, '/personalAccessTokens/expiresAt'],
  ] as const)
    expect(() => toTarget(value)).toThrow(message)
  expect(() => toTarget({})).toThrow(expect.objectContaining({ name: 'KitError', code: 'invalid_target_file' }))
})
