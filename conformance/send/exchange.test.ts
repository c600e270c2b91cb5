import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { otherSecrets, type SentRequest, toCurl } from '../conclusions/exchange.ts'

/** The words that a shell would pass to curl. */
function words(request: SentRequest, separator?: ' ' | ' \\\n  '): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${toCurl(request, separator)}`
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PLATFORM_TOKEN: 'to"ken $(x) `y`',
      PLATFORM_API_KEY: 'k e y',
      PLATFORM_CLIENT_SECRET: 's',
    },
  })
  expect(stderr).toBe('')
  return stdout.split('\0').slice(0, -1)
}

const request: SentRequest = {
  method: 'GET',
  url: "https://target.example/a?b=c&d='e'",
  headers: { authorization: 'Bearer <token>' },
}

it.each([' ', ' \\\n  '] as const)(
  'gives a shell the very request with secrets from the environment, separated by %j',
  (separator) => {
    expect(words(request, separator)).toEqual([
      '-i',
      "https://target.example/a?b=c&d='e'",
      '-H',
      'authorization: Bearer to"ken $(x) `y`',
    ])
    expect(
      words(
        {
          ...request,
          method: 'POST',
          headers: { 'x-a': '$HOME "\\ `id`' },
          body: '{"a":"it\'s","secret":"<client_secret>"}\nmore',
        },
        separator,
      ),
    ).toEqual([
      '-i',
      '-X',
      'POST',
      request.url,
      '-H',
      'x-a: $HOME "\\ `id`',
      '--data-raw',
      '{"a":"it\'s","secret":"s"}\nmore',
    ])
    expect(words({ ...request, method: 'HEAD', headers: { authorization: 'Basic <API_KEY>' } }, separator)).toEqual([
      '-i',
      '-I',
      request.url,
      '-u',
      'k e y:',
    ])
  },
)

it.each([
  [{ authorization: 'Bearer <token>', 'x-gate': '<X-Gate>' }, '{"secret":"<client_secret>"}', false],
  [{ authorization: 'Bearer <secret>' }, '', true],
  [{ authorization: 'Bearer <token made longer>' }, '', true],
  [{}, 'refresh_token=<refresh_token>', true],
])('finds the secrets that no variable holds in %j and the body %j', (headers, body, hasOther) => {
  expect(otherSecrets({ ...request, headers, body }).length > 0).toBe(hasOther)
})

it('keeps the names of secrets that no variable holds', () => {
  expect(words({ ...request, headers: { authorization: 'Bearer <access_token>' }, body: '' })).toEqual([
    '-i',
    request.url,
    '-H',
    'authorization: Bearer <access_token>',
    '--data-raw',
    '',
  ])
})
