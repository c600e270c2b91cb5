// Scripts are run against a target that turned hostile after the kit wrote them.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fail } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { defineCheck } from '../define-check.ts'
import { runConformance } from '../run-conformance.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

const baseUrl = 'https://target.example/api'
const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
const cursor = '0:100:0'

/** The answers to the kit when it writes the scripts: nothing unusual. */
const friendly = async (): Promise<Response> =>
  Response.json(
    { id, refresh_token: 'ref_7Lq0w2Xz91Vb', name: 'a name' },
    { headers: { link: `<${baseUrl}/0/projects/?cursor=${cursor}>; rel="next"` } },
  )

/** A check that asks for the address of the Link header, or uses what the answer holds. */
const using = (what: 'link' | 'id' | 'token') =>
  defineCheck({
    id: 'http.json.hostile-replay',
    effect: 'write',
    description: 'Uses what it was answered.',
    run: async (session) => {
      const first = await session.send({ method: 'POST', path: '/access-tokens', json: { name: 'x' } })
      const { id: made, refresh_token } = first.response.json as { id: string; refresh_token: string }
      const again = await session.send(
        what === 'link'
          ? { method: 'GET', path: `${baseUrl}/0/projects/?cursor=${cursor}` }
          : what === 'id'
            ? { method: 'DELETE', path: `/access-tokens/${made}` }
            : { method: 'GET', path: '/0/projects/', query: { cursor: refresh_token } },
      )
      fail({ expected: phrase`404`, got: phrase`200`, fact: { kind: 'status', at: again, wanted: 404 } })
    },
  })

async function scriptThatUses(what: 'link' | 'id' | 'token'): Promise<string> {
  const { results } = await runConformance({
    target: { baseUrl, credentials: { token: 'pat_5KpQmXw81LbRz7Tn' } },
    checks: [using(what)],
    allowWrites: true,
    fetch: friendly,
  })
  return results[0]?.reproduce ?? ''
}

const folder = mkdtempSync(join(tmpdir(), 'hostile-replay-'))
/** A file that curl would write if it read the answer as its configuration. */
const made = join(folder, 'made')
const configuration = `output = ${made}\n`

let servers: readonly Server[] = []
let target = ''
let other = ''
let othersSeen = 0
let seen: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined

beforeAll(async () => {
  const urlOf = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const main = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => answer(request, response))
  })
  // Counts every connection, in whatever protocol.
  const stranger = createServer((_request, response) => response.end()).on('connection', () => othersSeen++)
  await Promise.all([main, stranger].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
  servers = [main, stranger]
  target = urlOf(main)
  other = urlOf(stranger)
})

afterAll(() => servers.forEach((server) => server.close()))

/** Runs a script in its folder, and returns its exit code and all that it printed. */
async function run(script: string): Promise<{ readonly exitCode: number; readonly output: string }> {
  seen = []
  othersSeen = 0
  const env = { PATH: process.env['PATH'], PLATFORM_BASE_URL: `${target}/api`, PLATFORM_TOKEN: 'secret-of-the-user' }
  return await new Promise((done) => {
    const child = execFile('sh', ['-s'], { cwd: folder, env, encoding: 'latin1', timeout: 30_000 }, (error, out, err) =>
      done({ exitCode: error ? Number(error.code) : 0, output: out + err }),
    )
    child.stdin!.end(script)
  })
}

const links: Readonly<Record<string, () => string>> = {
  'another origin': () => `${other}/0/projects/?cursor=1`,
  'another origin, without a scheme': () => `${other.replace('http:', '')}/0/projects/`,
  'another origin behind a user name': () => `${target}@${other.replace('http://', '')}/`,
  'another port that begins alike': () => `${target}1/0/projects/`,
  'gopher at the same host': () => `${target.replace('http:', 'gopher:')}/_GET%20/x`,
  'gopher at another origin': () => `${other.replace('http:', 'gopher:')}/_GET%20/x`,
  'a file': () => 'file:///etc/passwd',
  'a file, by an odd case': () => 'FiLe:///etc/passwd',
  'another origin, with a blank before': () => ` ${other}/`,
  'an escape sequence': () => `${target}/\u001B]52;c;aGk=\u0007`,
  'a cursor that leaves its parameter': () => `${target}/?cursor=1#x/../y`,
  'a cursor that the shell would run': () => `${target}/?cursor=$(touch ${made})`,
}

it.skipIf(!hasCurl).each(Object.keys(links))(
  'takes only the cursor from an address in an answer (needs curl): %s',
  async (kind) => {
    const script = await scriptThatUses('link')
    answer = (_request, response) => {
      // Node writes no header with control characters.
      response.socket!.end(
        `HTTP/1.1 302 OK\r\nLink: <${links[kind]!()}>; rel="next"\r\nLocation: ${links[kind]!()}\r\n\r\n${configuration}`,
      )
    }
    const { output } = await run(script)
    expect([othersSeen, existsSync(made)], output).toEqual([0, false])
    for (const line of seen)
      expect(line).toMatch(/^(?:POST \/api\/access-tokens|GET \/api\/0\/projects\/\?cursor=\w+)$/)
    expect(output).not.toMatch(/root:|[^\n -~]/)
  },
)

it.skipIf(!hasCurl).each(['../1.13/projects/x', '..', 'x/../../y', 'x?y', 'x#y', '%2e%2e', '--output', '@made', ''])(
  'never writes to an address that an id forms (needs curl): %j',
  async (hostile) => {
    const script = await scriptThatUses('id')
    answer = (_request, response) => response.end(JSON.stringify({ id: hostile }))
    const { exitCode, output } = await run(script)
    const deleted = hostile === '--output' ? ['DELETE /api/access-tokens/--output'] : []
    expect([exitCode, [...new Set(seen)]], output).toEqual([
      deleted.length > 0 ? 0 : 2,
      ['POST /api/access-tokens', ...deleted],
    ])
    expect(existsSync(made)).toBe(false)
  },
)

it.skipIf(!hasCurl)('keeps a value within its parameter, and prints it nowhere (needs curl)', async () => {
  const script = await scriptThatUses('token')
  const hostile = '1&limit=2#x/../y'
  answer = (request, response) =>
    response.end(JSON.stringify({ id, refresh_token: hostile, said: `${hostile} ${request.headers.authorization}` }))
  const { output } = await run(script)
  expect(seen[1], output).toBe('GET /api/0/projects/?cursor=1%26limit%3D2%23x%2F..%2Fy')
  expect(output).not.toMatch(/limit|secret-of-the-user/)
})

it.skipIf(!hasCurl)('prints no control characters (needs curl)', async () => {
  const script = await scriptThatUses('id')
  const hostile = '\u001B]52;c;aGk=\u0007\u009B2J\u202E\u061C\u2028'
  answer = (_request, response) => response.end(`{"id":"${id}"}${hostile}`)
  const { output } = await run(script)
  expect(output).toContain('\n2. DELETE ')
  expect(output).not.toMatch(/[^\n -~]/)
})
