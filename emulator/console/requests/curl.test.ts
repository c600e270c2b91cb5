import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { JournalEntry } from '../../journal/request-schemas.ts'
import { toCurl } from './curl.ts'

const entry = (more: Partial<JournalEntry>) =>
  ({ method: 'GET', path: '/1.13/projects', query: {}, headers: {}, body: null, ...more }) as JournalEntry

/** The arguments that a shell gives to curl. */
function shellArguments(command: string, env: NodeJS.ProcessEnv = {}): readonly string[] {
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
  expect(shellArguments(command)).toEqual([
    `http://a/1.13/projects?${search}`,
    '--request',
    'POST',
    '--data-raw',
    JSON.stringify({ name: hostile }),
  ])
})

it('replaces secrets with the variables of `emulator exec`, and leaves out what curl sends by itself', () => {
  expect(toCurl(entry({ headers: { authorization: 'Basic <redacted>', accept: '*/*' } }), 'http://a')).toBe(
    `curl 'http://a/1.13/projects' \\\n  --user "$PLATFORM_API_KEY"':'`,
  )
  const headers = {
    host: 'a',
    authorization: 'Bearer <redacted>',
    accept: 'text/"$HOME"',
    'user-agent': 'x',
    'x-note': '$PLATFORM_TOKEN`id`',
  }
  expect(shellArguments(toCurl(entry({ headers }), 'http://a'), { PLATFORM_TOKEN: 't' })).toEqual([
    'http://a/1.13/projects',
    '--header',
    'authorization: Bearer t',
    '--header',
    'accept: text/"$HOME"',
    '--header',
    'x-note: $PLATFORM_TOKEN`id`',
  ])
})
