// The code of README.md and of the pages, run as a reader would: against the installed package, with its peers.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { launchOptions } from '../../testing/chromium.ts'
import { makeFolder } from '../../testing/package/install-package.ts'
import { plainEnvironment } from '../../testing/package/pack-package.ts'
import { firstCodeBlock, codeBlocks } from '../../testing/readme-code.ts'
import { runVitest } from '../../testing/run-vitest.ts'

const { alone, withPeers } = inject('packed')

const service = createEmulator()
let server: RunningServer
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await serve(service, { port: 0 })
  const { clientId, clientSecret } = service.credentials
  environment = {
    ...plainEnvironment,
    PATH: [join(withPeers, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    SERVICE_URL: server.url,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    CATALOG_ID: service.samples.catalogId,
  }
})
afterAll(() => server?.close())

interface Ended {
  readonly code: number
  /** Standard output and error. */
  readonly output: string
}

/** Runs a shell command in a folder. */
function runShellCommand(line: string, folder: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...environment, ...more }, maxBuffer: 2 ** 26 }
    execFile('sh', ['-c', line], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

/** The commands of a block without their comments. */
const blockCommands = (block: string): readonly string[] =>
  block
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +#.*/, ''))

it.each([...codeBlocks('ts'), ...codeBlocks('ts clock')].map((code, index) => [index + 1, code] as const))(
  'runs recipe %i',
  async (_number, code) => {
    const folder = makeFolder(withPeers, { 'recipe.ts': code })
    expect(await runShellCommand('node recipe.ts', folder)).toMatchObject({ code: 0 })
  },
)

it('runs the recipes for Vitest, and what init writes', async () => {
  const folder = makeFolder(withPeers, {
    'package.json': '{ "type": "module", "devDependencies": { "vitest": "*" } }',
    'client.test.ts': firstCodeBlock('ts fixture'),
    'fixtures.test.ts': firstCodeBlock('ts fixtures'),
    'conformance.test.ts': firstCodeBlock('ts vitest'),
    'driver.test.ts': firstCodeBlock('ts client'),
    'target.yaml': firstCodeBlock('yaml'),
  })
  expect(await runShellCommand('emulator init', folder)).toMatchObject({
    code: 0,
    output: expect.stringContaining('run the first test'),
  })
  const { failed, tests, output } = await runVitest(folder, [], environment)
  expect(failed, output).toBe(0)
  for (const title of ['retries after a 429', 'lists environments', 'get-token plain', 'use-access-token plain'])
    expect([title, tests.get(title)?.status]).toEqual([title, 'passed'])
})

it('runs the recipes for Playwright', async () => {
  const config = { reporter: 'line', use: { launchOptions: launchOptions() } }
  const folder = makeFolder(withPeers, {
    'page.spec.ts': firstCodeBlock('ts playwright'),
    'fixtures.spec.ts': firstCodeBlock('ts playwright fixtures'),
    'playwright.config.js': `export default ${JSON.stringify(config)}`,
  })
  const { output } = await runShellCommand('node ../node_modules/@playwright/test/cli.js test', folder)
  expect(output).toContain('2 passed')
})

it('runs the recipes for Python: a test, and the driver with its one fault', async ({ skip }) => {
  if (spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
  const folder = makeFolder(withPeers, {
    'test_client.py': firstCodeBlock('python'),
    'driver.py': firstCodeBlock('python driver'),
  })
  const [exec = ''] = codeBlocks('sh').filter((block) => block.includes('python3 -m'))
  expect(await runShellCommand(exec, folder)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Ran 1 test.*\n\nOK/s),
  })
  const [, judge = ''] = blockCommands(codeBlocks('sh').find((block) => block.includes('driver.py'))!)
  const only = '--only get-token --only list-environments --only capabilities'
  const judged = await runShellCommand(judge.replace(' -- ', ` ${only} --report json=client.json -- `), folder)
  expect(judged.code).toBe(1)
  const { results } = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8')) as {
    readonly results: readonly { readonly check: string; readonly verdict: string }[]
  }
  const failed = results.filter(({ verdict }) => ['fail', 'error'].includes(verdict)).map(({ check }) => check)
  expect([...new Set(failed)]).toEqual(['client.expired-token'])
  expect(readFileSync(join(folder, 'client.xml'), 'utf8')).toContain('<testsuite')
  const watched = await runShellCommand('emulator client -- python3 driver.py', folder, {
    PLATFORM_TASK: 'list-environments',
  })
  expect(watched).toMatchObject({ code: 4, output: expect.stringContaining('2 requests') })
})

it('runs the commands that judge a service', async () => {
  const folder = makeFolder(withPeers, { 'target.yaml': firstCodeBlock('yaml') })
  const [plan, judge] = blockCommands(codeBlocks('sh').find((block) => block.includes('--plan'))!)
  expect(await runShellCommand(plan!, folder)).toMatchObject({ code: 0 })
  expect(await runShellCommand(judge!, folder)).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('filters.and')
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('#')
})

/** Runs a command that serves until it is ended. Resolves to the line that shows its address. */
async function serveOnce(line: string, folder: string): Promise<string> {
  const child = spawn('sh', ['-c', line], { cwd: folder, env: environment, detached: true, stdio: 'pipe' })
  const ended = once(child, 'exit')
  try {
    for await (const text of createInterface(child.stdout)) if (text.includes('http://127.0.0.1:')) return text
    return ''
  } finally {
    // npx starts the emulator as a child, so the signal goes to the whole process group.
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
}

/** A test that sends five requests, and then ends with the exit code in EXIT. */
const fiveRequests = `
const { PLATFORM_BASE_URL: base, PLATFORM_TOKEN: token, EXIT = '0' } = process.env
const headers = { authorization: 'Bearer ' + token }
for (let count = 0; count < 5; count++) await (await fetch(base + '/1.13/environments', { headers })).text()
process.exitCode = Number(EXIT)`

it.each<[page: string, ends: readonly (number | 'serves')[]]>([
  ['sh start', ['serves', 0]],
  ['sh init', [0, 0]],
  ['sh conformance', [0, 4, 4]],
  ['sh claim', [4, 4]],
  ['sh client', [4, 0]],
  ['sh learn', [0, 0, 'serves', 0]],
  ['sh proxy', [0]],
  ['sh replay', ['serves', 'serves', 0]],
])('runs the commands of %s as printed', async (page, ends) => {
  const folder = makeFolder(withPeers, {
    'package.json': '{ "type": "module", "scripts": { "test": "node five.js" } }',
    'five.js': fiveRequests,
    ...(page === 'sh init' ? {} : { 'target.yaml': firstCodeBlock('yaml') }),
  })
  // The printed address, file and port are examples, and no browser opens here. A test above runs the driver.
  const printed = blockCommands(firstCodeBlock(page)).filter((line) => !line.includes('python3'))
  const lines = printed.map((line) =>
    line
      .trim()
      .replace('https://staging.example', server.url)
      .replace(/\S+lists-products\S+/, 'failed.case.gz')
      .replace(' --open', '')
      .replace(/ (start|replay failed\S+)/, ' $1 --port 0'),
  )
  if (page === 'sh replay')
    await runShellCommand('emulator exec --case failed.case.gz -- npm test', folder, { EXIT: '1' })
  const found: unknown[] = []
  for (const [index, line] of lines.entries()) {
    if (ends[index] === 'serves') found.push((await serveOnce(line, folder)) === '' ? `${line} ended` : 'serves')
    else {
      const { code, output } = await runShellCommand(line, folder)
      found.push(code === ends[index] ? code : `${line} ended with ${code}: ${output.slice(-600)}`)
    }
  }
  expect(found).toEqual(ends)
})

it('starts with the files of the pages', async () => {
  const [conventions = '', scopes = ''] = codeBlocks('yaml conventions')
  const folder = makeFolder(withPeers, {
    'fixture.yaml': firstCodeBlock('yaml fixture'),
    'adapter.yaml': firstCodeBlock('yaml adapter'),
    'conventions.yaml': conventions,
    'scopes.yaml': scopes,
    'config.yaml': firstCodeBlock('yaml config'),
  })
  for (const options of [
    '--fixtures fixture.yaml --adapter adapter.yaml',
    '--conventions conventions.yaml',
    '--conventions scopes.yaml',
    '--config config.yaml',
  ])
    expect([options, (await runShellCommand(`emulator exec ${options} -- node -e 0`, folder)).code]).toEqual([
      options,
      0,
    ])
})

it('learns a twin, starts it with npx and reports drift', async () => {
  const folder = makeFolder(withPeers, { 'target.yaml': firstCodeBlock('yaml') })
  const [learn, start, check] = blockCommands(firstCodeBlock('sh twin'))
  service.setConventions({ listEnvelope: { results: '$items', more: '$hasMore' } })
  try {
    expect(await runShellCommand(learn!, folder)).toMatchObject({ code: 0 })
    // npx starts the emulator as a child, so the signal goes to the whole process group.
    const [npx = '', ...words] = start!.split(' ')
    const twin = spawn(npx, ['--no', '--', ...words, '--port', '0', '--json'], {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(twin, 'exit')
    const [line] = (await once(createInterface(twin.stdout), 'line')) as [string]
    const { url, credentials } = JSON.parse(line) as { readonly url: string; readonly credentials: { token: string } }
    const headers = { authorization: `Bearer ${credentials.token}` }
    const answer = await fetch(`${url}/1.13/environments`, { headers })
    expect(Object.keys((await answer.json()) as object)).toEqual(['results', 'more'])
    const control = await runShellCommand(firstCodeBlock('sh control').replaceAll('curl', 'curl -sSf'), folder, {
      PLATFORM_BASE_URL: url,
    })
    expect(control.output).toMatch(/"now":.*"requests":\[\{/s)
    process.kill(-twin.pid!, 'SIGTERM')
    await ended
    writeFileSync(
      join(folder, 'twin.ts'),
      `${firstCodeBlock('ts twin')}\nconsole.log(emulator.conventions.listEnvelope)`,
    )
    const inProcess = await runShellCommand('node twin.ts', folder)
    expect(inProcess.output).toContain("results: '$items'")
    service.setConventions({ listEnvelope: 'array' })
    expect(await runShellCommand(check!, folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('listEnvelope'),
    })
  } finally {
    service.setConventions({ listEnvelope: 'data' })
  }
})

it('serves and prints its version with npx in a project without peers', async () => {
  const asked = `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(({ status }) => console.log('answer', status))`
  expect(await runShellCommand(`npx --no emulator exec -- node -e "${asked}"`, alone)).toMatchObject({
    code: 0,
    output: expect.stringContaining('answer 200'),
  })
  const { version } = JSON.parse(
    readFileSync(join(alone, 'node_modules/@platform-data/emulator/package.json'), 'utf8'),
  ) as { readonly version: string }
  expect((await runShellCommand('npx --no emulator -- --version', alone)).output.trim()).toBe(version)
})
