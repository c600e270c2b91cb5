import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { type SentRequest, toCurl, toEvidence } from '../conclusions/exchange.ts'
import { answerText } from '../wording/exchange-text.ts'

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

it('leaves secrets that no variable holds as they are named', () => {
  expect(words({ ...request, headers: { authorization: 'Bearer <access_token>' }, body: '' })).toEqual([
    '-i',
    request.url,
    '-H',
    'authorization: Bearer <access_token>',
    '--data-raw',
    '',
  ])
})

it('sums up an answer in a line, cut between words', () => {
  expect(answerText(sampleExchange('{\n  "a": 1\n}'))).toBe('404 { "a": 1 }')
  expect(answerText(sampleExchange(''))).toBe('404')
  expect(answerText(sampleExchange(`{"access_token": "${'s'.repeat(300)}"}`))).toBe('404 {"access_token": "…')
})

it('keeps the head of a long body as evidence, and says how long it was', () => {
  const head = toEvidence(sampleExchange(`${'ab '.repeat(50)}${'c'.repeat(40)}`), 160)
  expect(head.response).toMatchObject({ text: 'ab '.repeat(50), length: 190 })
  expect(toEvidence(head, 100).response).toMatchObject({ text: 'ab '.repeat(33), length: 190 })
  expect(toEvidence(head).response).toEqual(head.response)
  expect(toEvidence(sampleExchange('short')).response).toMatchObject({ text: 'short' })
  expect(toEvidence(sampleExchange('short')).response).not.toHaveProperty('length')
})
