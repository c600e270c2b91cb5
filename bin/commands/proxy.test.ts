import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { TrafficComparison } from '../../conformance/proxy/compare-twin.ts'
import { reportFormats } from '../../conformance/report/format-list.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { Clock } from '../../emulator/world/clock.ts'
import { runCli } from '../../testing/run-cli.ts'
import { runHere } from '../../testing/run-here.ts'
import { selfSigned } from '../../testing/self-signed.ts'
import { toTargetFile } from '../judges/service/target-file.ts'
import { reportSchemas } from '../schemas/schemas.ts'
import { docsPage } from '../../testing/readme-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'proxy-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const node = process.execPath
const temporaryPath = (name: string) => join(directory, name)

/** Gets a token according to the specification, reads the environments, and walks the products by cursors. */
const careful = `
  const { PLATFORM_BASE_URL: url, PLATFORM_CLIENT_ID: id, PLATFORM_CLIENT_SECRET: secret } = process.env
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const { access_token: token } = await fetch(url + '/oauth/token', { method: 'POST', body: form }).then((r) => r.json())
  const get = (path) => fetch(url + path, { headers: { authorization: 'Bearer ' + token } }).then((r) => r.json())
  await get('/1.13/environments')
  let after = ''
  for (;;) {
    const { data, has_more: more } = await get('/1.13/pulse/catalogs/' + process.env.CATALOG + '/products?limit=50' + after)
    if (!more) break
    after = '&starting_after=' + data.at(-1).id
  }`

/** Sends its credentials as JSON, which the token endpoint refuses. */
const jsonGrant = `
  const headers = { 'content-type': 'application/json' }
  await fetch(url + '/oauth/token', { method: 'POST', headers, body: JSON.stringify(Object.fromEntries(form)) })`

/** A served emulator and its target file. */
async function upstream(options: Parameters<typeof createEmulator>[0] = {}) {
  const emulator = createEmulator({ clock: '2026-03-01T00:00:00Z', ...options })
  const server = await serve(emulator, { port: 0 })
  closing.push(() => server.close())
  const config = temporaryPath(`target-${server.port}.json`)
  writeFileSync(config, JSON.stringify(toTargetFile(emulator, server.url, true)))
  const { catalogId: CATALOG, issueId: ISSUE } = emulator.samples
  const env = { ...process.env, CATALOG, ISSUE }
  return { emulator, url: server.url, config, env }
}

async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const script = (code: string) => ['--', node, '--input-type=module', '-e', code]

interface JsonReport {
  readonly kind: string
  readonly requests: number
  readonly notes: readonly string[]
  readonly service: { readonly results: readonly { requirement: string; verdict: string; reproduce?: string }[] }
  readonly client: { readonly results: readonly { requirement: string; verdict: string; message: string }[] }
}

const isReport = new Ajv({ allErrors: true }).compile(reportSchemas['proxy-report'])

function readReport(file: string): JsonReport & { readonly twin?: TrafficComparison } {
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  isReport(report)
  expect(isReport.errors ?? []).toEqual([])
  return report
}

const failedRequirementIds = ({ results }: JsonReport['service'] | JsonReport['client']) =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement)

const passedRequirementIds = ({ results }: JsonReport['service'] | JsonReport['client']) =>
  results.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement)

/** Runs the command with a proxy to an emulator with these options. */
async function judged(options: Parameters<typeof upstream>[0], code: string, ...more: readonly string[]) {
  const { url, config, env } = await upstream(options)
  const file = temporaryPath('report.json')
  const run = ['proxy', url, '--config', config, '--report', `json=${file}`, ...more, ...script(code)]
  return { ...(await runHere(run, { env })), report: readReport(file) }
}

it('finds no fault between a careful client and a correct service, and follows its Link through the proxy', async () => {
  const follow = `
    let next = url + '/0/issues/' + process.env.ISSUE + '/events/'
    for (let page = 0; next && page < 3; page++) {
      const response = await fetch(next, { headers: { authorization: 'Bearer ' + process.env.PLATFORM_INTEGRATION_TOKEN } })
      await response.json()
      next = /<([^>]*)>; rel="?next"?; results="?true"?/.exec(response.headers.get('link'))[1]
      if (!next.startsWith(url)) process.exit(8)
    }`
  const { code, stdout, report } = await judged({ conventions: { legacyPageSize: 2 } }, careful + follow)
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('Nothing failed')
  expect(report.kind).toBe('proxy')
  expect(passedRequirementIds(report.service)).toEqual(
    expect.arrayContaining(['ids.grammar', 'ids.never-prefixed', 'http.json']),
  )
  expect(passedRequirementIds(report.client)).toEqual(
    expect.arrayContaining(['client.bearer', 'client.link-next', 'client.token-request', 'client.versioned-paths']),
  )
})

it('names what a service and a client break, with a script', async () => {
  const { code, stdout, report } = await judged({ deviations: ['product-ids-prefixed'] }, careful + jsonGrant)
  expect([code, failedRequirementIds(report.service)]).toEqual([1, ['ids.never-prefixed']])
  expect(failedRequirementIds(report.client)).toContain('client.token-request')
  const { reproduce } = report.service.results.find(({ verdict }) => verdict === 'fail')!
  expect(reproduce).toContain('#!/bin/sh')
  expect(reproduce).not.toMatch(/host:|accept-encoding|content-length/i)
  expect(stdout).toContain('Failed (service): 1 requirement')
  expect(stdout).toContain('Failed (client): ')
})

it('sends the same requests to a twin, and reports where its answers differ', async () => {
  const conventions = { unauthenticatedStatus: 403, errorBody: 'message' } as const
  const code = `${careful}
    await fetch(url + '/1.13/environments').then((r) => r.text())
    await get('/1.13/resources?status=wrong')`
  const compared = async (convention: object) => {
    writeFileSync(temporaryPath('emulator.config.yaml'), JSON.stringify({ seed: 9, convention }))
    return await judged({ conventions }, code, '--twin', directory)
  }
  const alike = await compared(conventions)
  expect(alike.report.twin!.differences).toEqual([])
  expect(alike.report.twin!.asked).toBeGreaterThan(4)
  const { report, stdout } = await compared({ errorBody: 'message', listEnvelope: 'items' })
  const found = report.twin!.differences.map(({ operation, status, differences: [first] }) =>
    [operation, status, first!.kind].join(' '),
  )
  expect(found).toEqual(expect.arrayContaining(['environments.list 403 status', 'products.list 200 member']))
  expect(found.join()).not.toContain('resources.list')
  expect(stdout).toContain('data (array) only at the service')
})

it('gives the command the variables of exec, and no credentials of another service', async () => {
  const url = await startService((_request, response) => response.end('{}'))
  const file = temporaryPath('seen.json')
  const code = `
    import { readFileSync, writeFileSync } from 'node:fs'
    const { PLATFORM_TARGET_FILE: target } = process.env
    writeFileSync(process.env.SEEN, JSON.stringify({ env: process.env, target: JSON.parse(readFileSync(target, 'utf8')) }))
    await fetch(process.env.PLATFORM_BASE_URL + '/0/')`
  const config = temporaryPath('own.yaml')
  writeFileSync(config, `baseUrl: ${url}/api\ncredentials: { dsn: a-dsn-of-staging }\n`)
  const env = {
    ...process.env,
    SEEN: file,
    PLATFORM_BASE_URL: 'https://other.test',
    PLATFORM_TOKEN: 'of-another-service',
  }
  await runHere(['proxy', '--config', config, ...script(code)], { env })
  const seen = JSON.parse(readFileSync(file, 'utf8')) as { env: NodeJS.ProcessEnv; target: { baseUrl: string } }
  expect(seen.env['PLATFORM_BASE_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
  expect(seen.target.baseUrl).toBe(seen.env['PLATFORM_BASE_URL'])
  expect([seen.env['PLATFORM_TOKEN'], seen.env['PLATFORM_DSN']]).toEqual([undefined, 'a-dsn-of-staging'])
  expect(existsSync(seen.env['PLATFORM_TARGET_FILE']!)).toBe(false)
})

it('exits with 3 where the service was never reached, with 4 where nothing came, and with 2 without a command', async () => {
  const code = `await fetch(process.env.PLATFORM_BASE_URL + '/0/').catch(() => process.exit(5))`
  const unreached = await runHere(['proxy', 'http://127.0.0.1:1', ...script(code)])
  expect(unreached).toMatchObject({ code: 3, stderr: expect.stringMatching(/ECONNREFUSED[^]*was never reached/) })
  const idle = await runHere(['proxy', 'http://127.0.0.1:1', '--', 'true'])
  expect(idle).toMatchObject({ code: 4, stdout: expect.stringContaining('Nothing was proven') })
  expect(idle.stderr).toContain('PLATFORM_BASE_URL')
  const none = await runHere(['proxy', 'http://127.0.0.1:1', '--', 'no-such-command'])
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('no command no-such-command') })
})

it('refuses a contradictory claim before it starts the command', async () => {
  const [config, passed] = [temporaryPath('contradictory.json'), temporaryPath('passed')]
  writeFileSync(config, JSON.stringify({ baseUrl: 'http://127.0.0.1:1', profile: 'legacy', without: ['legacy'] }))
  const command = [node, '-e', `require('node:fs').writeFileSync(${JSON.stringify(passed)}, '')`]
  expect((await runHere(['proxy', '--config', config, '--', ...command])).stderr).toContain('contradicts itself')
  expect(existsSync(passed)).toBe(false)
})

it('forwards Ctrl-C to its command, and reports the traffic until then', async () => {
  const { url, config, env } = await upstream()
  const code = `${careful}\nprocess.on('SIGINT', () => process.exit(6)); setInterval(() => {}, 1000); console.log('up')`
  const { child, ended, printed, output } = runCli(['proxy', url, '--config', config, ...script(code)], { env })
  await printed(/up/)
  child.kill('SIGINT')
  expect(await ended).toBe(6)
  expect(output.stdout).toContain('Nothing failed')
  expect(output.stderr).toContain('exited with 6')
})

it('writes no secret into any output, declared or not', async () => {
  const kinds = ['bearer', 'basic', 'dsn', 'secret', 'refresh', 'issued', 'cookie', 'state', 'header', 'pat'] as const
  const canaries = Object.fromEntries(kinds.map((kind) => [kind, `canary-${kind}+9d1f7c2b5a`])) as Record<
    (typeof kinds)[number],
    string
  >
  const url = await startService((request, response) => {
    const { pathname } = new URL(request.url!, 'http://service.test')
    const json = (value: unknown, status = 200) => {
      const headers = { 'content-type': 'application/json', 'set-cookie': `session=${canaries.cookie}; HttpOnly` }
      response.writeHead(status, headers).end(JSON.stringify(value))
    }
    if (pathname === '/oauth/token') return json({ access_token: canaries.issued, refresh_token: canaries.refresh })
    if (pathname === '/access-tokens')
      return json({ id: '2rHt2Okh4RUnlKcuUyeAJjTsJzW', name: 'n', token: canaries.pat, scopes: [] }, 201)
    // An error that echoes the request, and a wrong id, so that the evidence is printed.
    json({ data: [{ id: 'wrk_2rHt2Okh4RUnlKcuUyeAJjTsJzW', name: 1, echo: [...request.rawHeaders, request.url] }] })
  })
  const code = `
    const c = ${JSON.stringify(canaries)}
    const url = process.env.PLATFORM_BASE_URL
    const send = (path, headers, body, method = body ? 'POST' : 'GET') =>
      fetch(url + path, { method, headers, ...(body ? { body } : {}) }).then((r) => r.text())
    await send('/oauth/token', {}, new URLSearchParams({ grant_type: 'client_credentials', client_id: 'id', client_secret: c.secret }))
    await send('/oauth/token', { 'content-type': 'application/json' }, JSON.stringify({ refresh_token: c.refresh, client_secret: c.secret }))
    await send('/1.13/environments', { authorization: 'Bearer ' + c.bearer, cookie: 'session=' + c.cookie, 'x-api-token': c.header })
    await send('/1.13/environments?access_token=' + c.bearer, { authorization: 'Bearer ' + c.issued })
    await send('/0/projects/', { authorization: 'Basic ' + btoa(c.basic + ':x') })
    await send('/0/projects/', { authorization: 'DSN ' + c.dsn })
    await send('/access-tokens', { authorization: 'Bearer ' + c.bearer, 'content-type': 'application/json' },
      JSON.stringify({ name: 'n', scopes: [], expires_at: '2027-01-01T00:00:00Z' }))
    await send('/1.13/environments', { authorization: 'Bearer ' + c.pat })
    await send('/app/shop/connect?prepare_state=' + c.state, {})`
  const formats = reportFormats.filter((format) => format !== 'terminal')
  const files = formats.map((format) => temporaryPath(`canary.${format}`))
  const reports = formats.flatMap((format, index) => ['--report', `${format}=${files[index]!}`])
  const har = temporaryPath('canary-all.har')
  const ended = await runHere(['proxy', url, '--verbose', '--har', har, ...reports, ...script(code)])
  expect(ended.code, ended.stderr).toBe(1)
  const written = [har, ...files].map((file) => readFileSync(file, 'utf8'))
  const texts = [ended.stdout, ended.stderr.replace(/.*PLATFORM.*/g, ''), ...written]
  const forms = Object.values(canaries).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2),
  ])
  for (const [index, text] of texts.entries())
    for (const form of forms) expect(text.includes(form), `${index}: ${form}`).toBe(false)
  expect(JSON.parse(readFileSync(har, 'utf8')).log.entries).toHaveLength(9)
})

it('reports the traffic that it did not judge', async () => {
  const url = await startService((request, response) => {
    if (request.url === '/big') response.end('x'.repeat(3_000_000))
    else response.writeHead(200, { 'content-encoding': 'made-up' }).end('text')
  })
  const code = `
    const url = process.env.PLATFORM_BASE_URL
    if ((await fetch(url + '/big').then((r) => r.text())).length !== 3_000_000) process.exit(9)
    await fetch(url + '/odd', { headers: { upgrade: 'websocket', connection: 'upgrade' } }).catch(() => {})
    await fetch(url + '/odd').then((r) => r.arrayBuffer()).catch(() => {})`
  const { stdout, code: exit } = await runHere(['proxy', url, ...script(code)])
  expect(exit).not.toBe(9)
  expect(stdout).toContain('The body of 1 answer passed and was not judged, as it is longer than 2 MiB.')
  expect(stdout).toContain('as its Content-Encoding could not be undone')
})

it('verifies the certificate of a service', async () => {
  const server = await serve(createEmulator(), { port: 0, tls: selfSigned(['127.0.0.1'], new Clock().now()) })
  closing.push(() => server.close())
  const code = `await fetch(process.env.PLATFORM_BASE_URL + '/0/').catch(() => {})`
  const ended = await runHere(['proxy', server.url, ...script(code)])
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('SELF_SIGNED_CERT') })
})

it('takes the options of its page, and without a command serves until Ctrl-C', async () => {
  const { url, env, emulator } = await upstream()
  const [, line = ''] = /^```sh proxy\nnpx emulator (.*) -- npm test\n```$/m.exec(docsPage('proxy')) ?? []
  const words = line.split(' ').map((word) => (word === 'https://staging.example' ? url : word))
  expect(words).toContain(url)
  writeFileSync(temporaryPath('target.yaml'), `baseUrl: ${url}\n`)
  const { child, ended, output } = runCli(words, { env, cwd: directory })
  await expect.poll(() => output.stderr).toMatch(/proxy at \S+/)
  const [, base] = /proxy at (\S+)/.exec(output.stderr)!
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  expect((await fetch(`${base}/1.13/environments`, { headers })).status).toBe(200)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(output.stdout).toContain('Nothing failed')
  expect(output.stdout).not.toContain(emulator.credentials.token)
  expect(readFileSync(temporaryPath('traffic.har'), 'utf8')).toContain(`${url}/1.13/environments`)
})
