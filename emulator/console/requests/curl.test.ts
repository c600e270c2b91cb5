import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { toCurl } from './curl.ts'

const entry = (more: Partial<JournalEntry>) =>
  ({ method: 'GET', path: '/1.13/projects', query: {}, headers: {}, body: null, ...more }) as JournalEntry

/** The arguments that a shell gives to curl. */
function argumentsOf(command: string, env: NodeJS.ProcessEnv = {}): readonly string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1)
}

it('writes what a shell understands, whatever the request holds', () => {
  const hostile = `it's $(touch /tmp/x) \`id\` "\\ <b>`
  const command = toCurl(
    entry({ method: 'POST', query: { q: hostile, x: ['1', '2'] }, body: { name: hostile } }),
    'http://a',
  )
  const search = new URLSearchParams([
    ['q', hostile],
    ['x', '1'],
    ['x', '2'],
  ])
  expect(argumentsOf(command)).toEqual([
    `http://a/1.13/projects?${search}`,
    '--request',
    'POST',
    '--data-raw',
    JSON.stringify({ name: hostile }),
  ])
})

it('puts the variables of `emulator exec` for secrets, and leaves out what curl sends by itself', () => {
  const headers = {
    host: 'a',
    authorization: 'Bearer <redacted>',
    accept: 'text/"$HOME"',
    'user-agent': 'x',
    'x-note': '$PLATFORM_TOKEN`id`',
  }
  expect(argumentsOf(toCurl(entry({ headers }), 'http://a'), { PLATFORM_TOKEN: 't' })).toEqual([
    'http://a/1.13/projects',
    '--header',
    'authorization: Bearer t',
    '--header',
    'accept: text/"$HOME"',
    '--header',
    'x-note: $PLATFORM_TOKEN`id`',
  ])
})

it('knows the two kinds of HTTP Basic', () => {
  const basic = (path: string) => toCurl(entry({ path, headers: { authorization: 'Basic <redacted>' } }), 'http://a')
  expect(basic('/oauth/token')).toContain('--user "$PLATFORM_CLIENT_ID:$PLATFORM_CLIENT_SECRET"')
  expect(basic('/0/projects/')).toContain('--user "$PLATFORM_API_KEY:"')
})

it('writes a form as it was sent', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const command = toCurl(entry({ method: 'POST', headers, body: { a: '1', b: ['x y', 'z'] } }), 'http://a')
  expect(argumentsOf(command).slice(-6)).toEqual(['a=1', 'b=x y', 'b=z'].flatMap((part) => ['--data-urlencode', part]))
})

it('puts variables for the secrets of a token request, of JSON and of a query', () => {
  const env = { PLATFORM_CLIENT_SECRET: 'secret', TOKEN: 't', PREPARE_STATE: 'p' }
  const form = entry({
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'client_credentials', client_id: 'id', client_secret: '<redacted>' },
  })
  expect(argumentsOf(toCurl(form, 'http://a'), env).at(-1)).toBe('client_secret=secret')
  const hidden = { query: { prepare_state: '<redacted>' }, body: { token: '<redacted>', name: "it's" } }
  const sent = argumentsOf(toCurl(entry({ method: 'POST', ...hidden }), 'http://a'), env)
  expect([sent[0], sent.at(-1)]).toEqual(['http://a/1.13/projects?prepare_state=p', '{"token":"t","name":"it\'s"}'])
})
