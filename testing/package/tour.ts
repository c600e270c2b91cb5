// The same tour of the package in every runtime.
import * as core from '../../emulator/index.ts'
import * as node from '../../emulator/serve/index.ts'

/**
 * The body of a function of the entry and of the entry for Node, which is undefined in a browser. It uses what they
 * have, with each module that is loaded when it is first needed, and returns what it saw.
 */
const tour = `
const { createEmulator, defineAdapter, installFetch, parseSeed } = core
const emulator = createEmulator({ clock: '2026-01-01', checkResponses: true })
const { samples, credentials } = emulator
const base = 'https://api.example'
const send = async (path, init = {}) => {
  const headers = { authorization: 'Bearer ' + credentials.token, ...init.headers }
  const response = await emulator.fetch(base + path, { ...init, headers })
  return [response.status, await response.text()]
}
const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const post = (path, body) => send(path, { method: 'POST', body: JSON.stringify(body), headers: json })
const attempt = (work) => { try { return work() } catch ({ code, message }) { return code + ': ' + message } }
const pattern = { type: 'string', pattern: '^(a+)+$' }
const command = { name: 'do', description: 'Does.', body: pattern, result: {}, handle: () => ({ done: true }) }
const saw = {}
saw.data = JSON.stringify(emulator.snapshot())
saw.filtered = emulator.data.find('projects', { where: { name: 'Mine' } })
saw.otherSeed = createEmulator({ seed: 2 }).data.find('catalog_products')[0].name
saw.seed = parseSeed({ pack: 'empty', projects: [{ name: 'Mine' }] }).records.projects.length
saw.listed = await send('/1.13/environments?limit=2')
saw.events = (await emulator.fetch(base + '/0/issues/' + samples.issueId + '/events/', {
  headers: { authorization: 'Bearer ' + credentials.integrationToken } })).headers.get('link')
const form = { grant_type: 'client_credentials', client_id: credentials.clientId, client_secret: credentials.clientSecret }
saw.token = (await emulator.fetch(base + '/oauth/token', { method: 'POST', body: new URLSearchParams(form) })).status
saw.created = (await post('/1.13/catalogs', { name: 'Möbel' }))[0]
saw.refused = await post('/1.13/catalogs', { nam: 'Möbel' })
saw.capabilities = await send('/services/' + samples.adapterConnectionId + '/capabilities')
saw.command = attempt(() => emulator.adapters.get('crm').commands.map(({ name }) => name))
saw.adapter = attempt(() => defineAdapter({ name: 'a', title: 'A', kind: 'a', commands: [command] }).name)
saw.initialized = (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {
  protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tour', version: '1' } } }))[0]
saw.openapi = (await send('/_emulator/openapi.json'))[0]
saw.found = emulator.requests.find({ status: 200 }).length
saw.wrongFault = attempt(() => emulator.faults.add({ status: 1 }))
emulator.scenarios.add('members-reordered')
saw.reordered = await send('/1.13/environments?limit=1')
emulator.deviations.add('reference-prefixed')
saw.prefixed = await send('/1.13/environments?limit=1')
emulator.clock.advance('366d')
saw.expired = (await send('/1.13/environments'))[0]
const target = { fetch: () => undefined }
const installed = installFetch(createEmulator(), { baseUrl: base, target })
saw.installed = (await target.fetch(base + '/0/')).status
installed.restore()
if (node) {
  const server = await node.serve(createEmulator(), { port: 0 })
  saw.served = (await fetch(server.url + '/0/')).status
  await server.close()
}
return saw
`

/** The tour as a program: it prints what it saw as JSON, hands it to a page, or compares it in a test of Jest. */
export function tourProgram(format: 'module' | 'commonjs' | 'page' | 'jest'): string {
  const name = (entry: string) => `'@platform-data/emulator${entry}'`
  const load = (entry: string) => (format === 'module' ? `await import(${name(entry)})` : `require(${name(entry)})`)
  const begin = `const core = ${load('')}, node = ${load('/node')}`
  switch (format) {
    case 'page':
      return `import * as core from ${name('')}\nconst node = undefined\nwindow.saw = (async () => {${tour}})()\n`
    case 'jest':
      return `test('shows what the sources show', async () => {
${begin}
expect(JSON.parse(JSON.stringify(await (async () => {${tour}})()))).toEqual(require('./expected.json'))
})
`
    default:
      return `void (async () => {\n${begin}\nconsole.log(JSON.stringify(await (async () => {${tour}})()))\n})()\n`
  }
}

/** The figures of the sources on the tour. */
export async function tourOfSources(): Promise<Readonly<Record<string, unknown>>> {
  const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => unknown
  const saw = await new AsyncFunction('core', 'node', tour)(core, node)
  return JSON.parse(JSON.stringify(saw)) as Readonly<Record<string, unknown>>
}
