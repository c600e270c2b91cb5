import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { taskTexts } from '../../conformance/client/tasks/task-texts.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { choosingRequests, findSamples, sampleRequests } from '../../conformance/target/find-samples.ts'
import { parseTargetFile } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { inProcess } from '../judges/client/in-process.ts'
import { runToEnd } from '../../testing/run-cli.ts'
import { ciFiles } from './ci-templates.ts'
import { driverFiles, driverLanguages } from './drivers/drivers.ts'
import { firstTests, testRunners } from './first-tests.ts'
import { type InitChoice, initFiles, nextSteps } from './init-files.ts'
import { lookAround } from './surroundings.ts'
import { targetText } from './target-text.ts'

let directory: string
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'init-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
}

it.each(clientTasks.map((task) => [task.name, task] as const))('says the input of %s as runs give it', (name, task) => {
  const { world, dialect } = inProcess({ 'get-token': async () => {} })
  const inputs = task.inputs.flatMap((choice) => choice.of(world, dialect) ?? [])
  expect(inputs.length).toBeGreaterThan(0)
  const stated = Object.keys(taskTexts[name].input)
  const needed = stated.filter((member) => !member.endsWith('?'))
  for (const input of inputs) {
    // These are made when the task begins.
    const made = name === 'use-access-token' ? ['secret'] : name === 'poll-events' ? ['after'] : []
    const members = [...Object.keys(input as object), ...made]
    expect(stated.map((member) => member.replace('?', ''))).toEqual(expect.arrayContaining(members))
    expect(members).toEqual(expect.arrayContaining(needed))
  }
})

describe('a directory', () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    ['that is empty', {}, { language: undefined, runner: undefined, ci: undefined, packageManager: 'npm' }],
    [
      'of TypeScript with Vitest',
      {
        'package.json': '{"type":"module","devDependencies":{"vitest":"5","typescript":"7"}}',
        'pnpm-lock.yaml': '',
        '.github/workflows/ci.yml': '',
      },
      { language: 'ts', runner: 'vitest', ci: 'github', packageManager: 'pnpm', isModule: true },
    ],
    [
      'of JavaScript with Jest',
      { 'package.json': '{"devDependencies":{"jest":"30"}}' },
      { language: 'js', runner: 'jest' },
    ],
    [
      'of Python',
      { 'pyproject.toml': '', '.gitlab-ci.yml': '' },
      { language: 'python', runner: 'pytest', ci: 'gitlab' },
    ],
    ['of Python with tools of npm', { 'requirements-dev.txt': '', 'package.json': '{}' }, { language: 'python' }],
    ['of Go', { 'go.mod': '' }, { language: 'go', runner: undefined }],
    ['of C#', { 'client.csproj': '' }, { language: 'csharp' }],
    ['with a package.json that is no JSON', { 'package.json': '{' }, { language: undefined }],
    ['with a package.json of null members', { 'package.json': '{"dependencies":null}' }, { language: 'js' }],
  ])('%s is seen', (_what, files, expected) => {
    write(files)
    expect(lookAround(directory)).toMatchObject(expected)
  })
})

it('makes a driver with all tasks in each language', () => {
  for (const language of driverLanguages) {
    const [driver] = driverFiles(language)
    for (const name of Object.keys(taskTexts)) expect(driver!.text, language).toContain(name)
  }
})

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  // npm init writes "type": "commonjs", where no file in .ts may export.
  [
    'Vitest beside CommonJS',
    { 'package.json': '{"type":"commonjs","devDependencies":{"vitest":"5","typescript":"7"}}' },
    ['platform-driver.mts', 'platform.test.mts', 'platform-client.test.mts', "from './platform-driver.mjs'"],
  ],
  [
    'Vitest in a package of modules',
    { 'package.json': '{"type":"module","devDependencies":{"vitest":"5","typescript":"7"}}' },
    ['platform-driver.ts', 'platform.test.ts', 'platform-client.test.ts', "from './platform-driver.js'"],
  ],
  [
    'Jest without a transform',
    { 'package.json': '{"devDependencies":{"jest":"30","typescript":"7","ts-jest":"29"}}' },
    ['platform-driver.js', 'platform.test.js', 'platform-client.test.js', "require('./platform-driver.js')"],
  ],
  [
    'Jest without a transform in a package of modules',
    { 'package.json': '{"type":"module","devDependencies":{"jest":"30"}}' },
    ['platform-driver.cjs', 'platform.test.cjs', 'platform-client.test.cjs', "require('./platform-driver.cjs')"],
  ],
  [
    'Jest with ts-jest',
    { 'package.json': '{"jest":{"preset":"ts-jest"},"devDependencies":{"jest":"30","typescript":"7"}}' },
    ['platform-driver.ts', 'platform.test.js', 'platform-client.test.js', "require('./platform-driver.ts')"],
  ],
  [
    'Jest with Babel',
    {
      'package.json': '{"devDependencies":{"jest":"30","typescript":"7"}}',
      'babel.config.js': "module.exports = { presets: ['@babel/preset-typescript'] }",
    },
    ['platform-driver.ts', 'platform.test.js', 'platform-client.test.js', "require('./platform-driver.ts')"],
  ],
  [
    'Playwright',
    { 'package.json': '{"devDependencies":{"@playwright/test":"1","typescript":"7"}}' },
    ['platform-driver.mts', 'platform.spec.mts', 'platform-client.spec.mts', "from './platform-driver.mjs'"],
  ],
])('writes a driver that the tests of %s can load', (_what, present, [driver, ...rest]) => {
  write(present)
  const around = lookAround(directory)
  const choice: InitChoice = { language: around.language, runner: around.runner, ci: undefined, target: undefined }
  const files = initFiles(choice, around)
  expect(files.map(({ path }) => path)).toEqual([driver, ...rest.slice(0, -1)])
  expect(files.at(-1)!.text).toContain(rest.at(-1))
  expect(files[0]!.text).toContain(/\.c?js$/.test(driver!) ? '\nexports.driver = {' : '\nexport const driver')
})

const withVitest = '{"type":"module","devDependencies":{"vitest":"5","typescript":"7"}}'
const withJest = (jest: object) => JSON.stringify({ devDependencies: { jest: '30' }, jest })

it.each<[string, Readonly<Record<string, string>>, string, string?]>([
  ['no settings', { 'package.json': withVitest, 'test/a.txt': '' }, 'platform.test.ts'],
  [
    'a folder of tests in Vitest',
    {
      'package.json': withVitest,
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'
// include: ['other/**']
export default defineConfig({ test: { coverage: { include: ['src/**'] }, include: ["tests/**/*.test.ts", 'lib/*'] } })`,
    },
    'tests/platform.test.ts',
  ],
  [
    'other names in Vitest',
    { 'package.json': withVitest, 'vite.config.ts': `export default { test: { include: ['**/*.unit.ts'] } }` },
    'platform.unit.ts',
  ],
  [
    'names with alternatives, and what is left out',
    {
      'package.json': withVitest,
      'test/a.txt': '',
      'vitest.config.ts': `export default { test: { include: ['**/*.{spec,it}.?(c|m)[jt]s?(x)'], exclude: ['*.spec.ts'] } }`,
    },
    'test/platform.spec.ts',
  ],
  [
    'a group in names',
    { 'package.json': withVitest, 'vite.config.ts': `export default { test: { include: ['**/*.(unit|spec).ts'] } }` },
    'platform.spec.ts',
  ],
  [
    'names that no expression has',
    { 'package.json': withVitest, 'vite.config.ts': `export default { test: { include: ['[z-a].ts'] } }` },
    'platform.test.ts',
    'vite.config.ts',
  ],
  [
    'another root',
    { 'package.json': withVitest, 'vitest.config.ts': `export default { test: { dir: './checks' } }` },
    'checks/platform.test.ts',
  ],
  [
    'settings that only a run tells',
    { 'package.json': withVitest, 'vitest.config.ts': `export default { test: { include: patterns() } }` },
    'platform.test.ts',
    'vitest.config.ts',
  ],
  [
    'a place that no name fits',
    { 'package.json': withVitest, 'vitest.config.ts': `export default { test: { include: ['**/*.test.py'] } }` },
    'platform.test.ts',
    'vitest.config.ts',
  ],
  ['Jest', { 'package.json': withJest({ testMatch: ['<rootDir>/spec/**/*.spec.js'] }) }, 'spec/platform.spec.js'],
  ['roots of Jest', { 'package.json': withJest({ roots: ['<rootDir>/src'] }) }, 'src/platform.test.js'],
  [
    'expressions of Jest that no name fits',
    { 'package.json': withJest({}), 'jest.config.js': `module.exports = { testRegex: 'x$' }` },
    'platform.test.js',
    'jest.config.js',
  ],
  [
    'an expression of Jest that names a folder',
    { 'package.json': withJest({}), 'jest.config.js': `module.exports = { testRegex: '/__tests__/.*\\\\.js$' }` },
    '__tests__/platform.test.js',
  ],
  [
    'expressions of Jest for TypeScript, below its root',
    {
      'package.json': JSON.stringify({
        devDependencies: { jest: '30', typescript: '6' },
        jest: { rootDir: 'src', testRegex: '.*\\.spec\\.ts$', transform: { '^.+\\.(t|j)s$': 'ts-jest' } },
      }),
    },
    'src/platform.spec.ts',
  ],
  [
    'paths that Jest leaves out',
    { 'package.json': withJest({ testPathIgnorePatterns: ['<rootDir>/platform', '/test/'] }), 'tests/a.txt': '' },
    'tests/platform.test.js',
  ],
  [
    'an expression of Jest that only a run tells',
    { 'package.json': withJest({}), 'jest.config.js': 'module.exports = { testRegex: patterns.join() }' },
    'platform.test.js',
    'jest.config.js',
  ],
  [
    'projects of Jest',
    { 'package.json': withJest({ projects: ['<rootDir>/packages/*'] }) },
    'platform.test.js',
    'package.json',
  ],
  [
    'settings that a spread may bring',
    {
      'package.json': withVitest,
      'vitest.config.ts': `export default { test: { ...shared, include: ['t/*.test.ts'] } }`,
    },
    't/platform.test.ts',
    'vitest.config.ts',
  ],
  [
    'patterns that Jest compares with whole paths',
    { 'package.json': withJest({ testMatch: ['spec/*.spec.js'] }) },
    'platform.test.js',
    'package.json',
  ],
  [
    'patterns that Playwright compares with the ends of paths',
    {
      'package.json': '{"type":"module","devDependencies":{"@playwright/test":"1","typescript":"7"}}',
      'playwright.config.ts': `export default { testDir: 'e2e', testIgnore: 'platform*.spec.?(m)ts' }`,
    },
    'e2e/platform.test.ts',
  ],
  [
    'settings with a type',
    {
      'package.json': withJest({}),
      'jest.config.ts': `const config: Config = { testMatch: ['<rootDir>/spec/*.spec.js'] }; export default config`,
    },
    'spec/platform.spec.js',
  ],
  [
    'settings beside expressions that have quotes and slashes',
    {
      'package.json': withVitest,
      'vitest.config.ts': `const half = 1 / 2
export default { resolve: { alias: [{ find: /^~\\//, replacement: '/src/' }, { find: /['"[/]/g, replacement: '' }] },
  test: { include: ['own/*.spec.ts'] } }`,
    },
    'own/platform.spec.ts',
  ],
  [
    'settings of a function',
    {
      'package.json': withVitest,
      'vitest.config.ts': `export default defineConfig((env: ConfigEnv): UserConfig => ({ test: { include: ['own/*.spec.ts'] } }))`,
    },
    'own/platform.spec.ts',
  ],
  [
    'settings in a variable of their name',
    { 'package.json': withVitest, 'vitest.config.ts': `export default { test: { globals: true, include } }` },
    'platform.test.ts',
    'vitest.config.ts',
  ],
  [
    'Playwright',
    {
      'package.json': '{"type":"module","devDependencies":{"@playwright/test":"1","typescript":"7"}}',
      'playwright.config.ts': `export default defineConfig({ testDir: './e2e', projects: [{ name: 'chromium' }] })`,
    },
    'e2e/platform.spec.ts',
  ],
])('puts the first test where the runner looks: %s', (_what, present, path, unsure) => {
  write(present)
  const around = lookAround(directory)
  const choice: InitChoice = { language: around.language, runner: around.runner, ci: undefined, target: undefined }
  const files = initFiles(choice, around)
  expect(files.map((file) => file.path)).toContain(path)
  const [folder] = /^(?:.*\/)?/.exec(path)!
  const judge = files.find((file) => file.path.startsWith(`${folder}platform-client.`))!
  // A test of Jest in TypeScript imports without an ending.
  const ending = around.runner === 'jest' ? (judge.path.endsWith('.ts') ? '' : '.ts') : '.js'
  const driver = files[0]!.path.replace(/\.ts$/, ending)
  expect(judge.text).toContain(folder === '' ? `'./${driver}'` : `'../${driver}'`)
  const moves = nextSteps(choice, around).filter(({ what }) => what === 'if it is not found')
  expect(moves.map(({ command }) => command)).toEqual(
    unsure === undefined ? [] : [`move or rename the tests: ${unsure} says where the runner looks`],
  )
})

it.each<[string, string, object]>([
  ['pytest.ini', '[pytest]\ntestpaths =\n    checks\n    more\n', { folder: 'checks/' }],
  ['pyproject.toml', '[tool.pytest.ini_options]\ntestpaths = ["checks"]\n', { folder: 'checks/' }],
  ['setup.cfg', '[tool:pytest]\ntestpaths = checks more\n', { folder: 'checks/' }],
  ['pytest.ini', '[pytest]\ntestpaths = .\n', { folder: '' }],
  ['pytest.ini', '[pytest]\ntestpaths = later\n', { folder: 'later/' }],
  ['pytest.ini', '[pytest]\ntestpaths = src/*/tests # each\n', { folder: '', unsure: 'pytest.ini' }],
  [
    'tox.ini',
    '[testenv]\ntestpaths = checks\n[pytest]\npython_files = check_*.py *_check.py\n',
    { name: 'check_platform.py' },
  ],
  [
    'pyproject.toml',
    '[tool.pytest.ini_options]\npython_files = ["*_test.py"]\n[tool.x]\ntestpaths = "checks"\n',
    { folder: 'tests/', name: 'platform_test.py' },
  ],
  ['pytest.ini', '# Ours.\n[pytest]\npython_files = tests.py\n', { name: 'tests.py' }],
  ['pytest.ini', '[pytest]\npython_files = a.py\n', { unsure: 'pytest.ini' }],
  ['pytest.ini', '[pytest]\npython_functions = check_*\n', { name: 'test_platform.py', unsure: 'pytest.ini' }],
  ['pytest.ini', '[pytest]\npython_functions = test\n', {}],
  ['tox.ini', '[testenv]\ncommands = pytest\n', {}],
])('puts a test of pytest where %s has it look: %j', (file, text, place) => {
  write({ [file]: text, 'checks/a.py': '', 'tests/a.py': '' })
  const around = lookAround(directory)
  expect(around.pytestPlace).toEqual({ folder: 'tests/', name: 'test_platform.py', ...place })
  const { folder, name } = around.pytestPlace
  const choice: InitChoice = { language: 'python', runner: 'pytest', ci: undefined, target: undefined }
  expect(initFiles(choice, around).map(({ path }) => path)).toContain(`${folder}${name}`)
  expect(nextSteps(choice, around).some(({ what }) => what === 'if it is not found')).toBe('unsure' in place)
})

it('sees the workspace and the repository that a package is in', () => {
  write({
    '.git/HEAD': '',
    '.github/workflows/ci.yml': '',
    'pnpm-lock.yaml': '',
    'package.json': '{"workspaces":["packages/*"],"devDependencies":{"vitest":"5","typescript":"7"}}',
    'vitest.config.ts': `export default { test: { include: ['packages/*/test/**/*.test.mts'] } }`,
    'packages/client/package.json': '{"name":"client"}',
  })
  const around = lookAround(join(directory, 'packages/client'))
  expect(around).toMatchObject({
    language: 'ts',
    runner: 'vitest',
    ci: 'github',
    packageManager: 'pnpm',
    repository: '../..',
  })
  const choice: InitChoice = { language: 'ts', runner: 'vitest', ci: 'github', target: 'baseUrl: x' }
  expect(initFiles(choice, around).map(({ path }) => path)).toContain('test/platform.test.mts')
  expect(nextSteps(choice, around)).toContainEqual({
    what: 'move the job',
    command: 'to the root of the repository, ../.., where jobs are looked for, and let it work in packages/client',
  })
  // No service is checked, and the tests judge the client: there is no job.
  const steps = nextSteps({ ...choice, ci: 'gitlab', target: undefined }, { ...around, ci: 'gitlab' })
  expect(steps.map(({ what }) => what)).toEqual(['install', 'run the first test', 'fill the driver'])
})

it('reads its own settings alone in a project that the workspace names', () => {
  write({
    'package.json': '{"workspaces":["packages/*"],"devDependencies":{"vitest":"5","typescript":"7"}}',
    'vitest.config.ts': `export default { test: { projects: ['packages/*/vitest.config.ts'], include: ['x'] } }`,
    'packages/client/package.json': '{"type":"module"}',
    'packages/client/vitest.config.ts': `export default { test: { include: ['own/*.test.ts'] } }`,
  })
  const around = lookAround(join(directory, 'packages/client'))
  const choice: InitChoice = { language: 'ts', runner: 'vitest', ci: undefined, target: undefined }
  expect(initFiles(choice, around).map(({ path }) => path)).toContain('own/platform.test.ts')
  expect(nextSteps(choice, around).some(({ what }) => what === 'if it is not found')).toBe(false)
})

it.each([
  ['^29.7.0', 1],
  ['~30.1', 0],
  ['latest', 0],
])('says where Jest %s passes over tests in .cjs', (jest, steps) => {
  write({ 'package.json': JSON.stringify({ type: 'module', devDependencies: { jest } }) })
  const choice: InitChoice = { language: 'js', runner: 'jest', ci: undefined, target: undefined }
  const next = nextSteps(choice, lookAround(directory))
  expect(next.filter(({ command }) => command.includes("testMatch: ['**/*.test.cjs']"))).toHaveLength(steps)
})

it('writes tests of Jest in TypeScript that compile with its types, and without', () => {
  const style = { runner: 'jest', place: { folder: 'src/', suffix: '.spec.ts' }, driver: 'platform-driver.ts' } as const
  const [first, judge] = firstTests(style)
  expect(first!.text).toMatch(
    /^import { afterAll, afterEach, beforeAll, expect, test } from '@jest\/globals'\nimport {/,
  )
  expect(first!.text).toContain('let installed: ReturnType<typeof installFetch>\n')
  expect(judge!.text).toContain("import { driver } from '../platform-driver'\n")
  expect(firstTests({ ...style, hasJestTypes: true })[0]!.text).toMatch(/^import { createEmulator, installFetch } from/)
})

it('makes the files for each runner', () => {
  for (const runner of testRunners) {
    const files = firstTests({ runner, place: { folder: '', suffix: '.test.js' }, driver: 'platform-driver.js' })
    expect(
      files.some(({ text }) => text.includes('environments')),
      runner,
    ).toBe(true)
  }
})

it('makes jobs that are YAML, for what there is to do', () => {
  const work = { checksService: true, judgesClient: 'npx emulator client --driver -- ./driver' }
  const github = parse(ciFiles('github', work)[0]!.text) as { readonly jobs: object }
  expect(Object.keys(github.jobs)).toEqual(['service', 'client'])
  expect(ciFiles('github', work)[0]!.text).toContain('PLATFORM_DSN: ${{ secrets.PLATFORM_DSN }}')
  const gitlab = parse(ciFiles('gitlab', work)[0]!.text) as object
  expect(Object.keys(gitlab)).toEqual(['include', 'conformance', 'platform-client'])
  expect(ciFiles('github', { checksService: false, judgesClient: undefined })).toEqual([])
  expect(ciFiles('gitlab', { ...work, checksService: false })[0]!.text).not.toContain('conformance:')
  for (const language of ['go', 'java', 'ruby', 'php', 'csharp'] as const) {
    const job = (parse(ciFiles('gitlab', { ...work, language })[0]!.text) as Record<string, object>)['platform-client']
    expect(job, language).toMatchObject({ before_script: [expect.stringContaining('apt-get install -y')] })
  }
  expect(parse(ciFiles('gitlab', work)[1]!.text)).toEqual({ include: [{ local: '.gitlab/platform-data.yml' }] })
})

it('names what is to be done next, without what is there', () => {
  write({ 'package.json': '{"devDependencies":{"vitest":"5","@platform-data/emulator":"0.1.0"}}' })
  const around = lookAround(directory)
  const choice: InitChoice = { language: 'go', runner: 'vitest', ci: undefined, target: 'baseUrl: x' }
  expect(nextSteps(choice, around).map(({ what }) => what)).toEqual([
    'run the first test',
    'build the driver',
    'judge the client',
    'check the service',
  ])
  expect(nextSteps({ ...choice, runner: 'jest' }, { ...around, hasPackage: false })[0]!.command).toBe(
    'npm install --save-dev @platform-data/emulator jest',
  )
  expect(initFiles(choice, around).map(({ path }) => path)).toContain('platformemulator/platformemulator.go')
})

describe('the target file', () => {
  const emulator = createEmulator({ seed: 3 })
  const { token, integrationToken } = emulator.credentials
  const variables: Readonly<Record<string, string>> = {
    PLATFORM_TOKEN: token,
    PLATFORM_INTEGRATION_TOKEN: integrationToken,
  }
  const find = (credentials: object) =>
    findSamples({
      target: { baseUrl: 'http://service.example', credentials },
      fetch: (request) => emulator.fetch(request),
    })

  it('has what the service shows, and no secret', async () => {
    const text = targetText(
      'http://service.example',
      await find({ token, integrationToken }),
      (name) => name in variables,
    )
    for (const secret of Object.values(variables)) expect(text).not.toContain(secret)
    const { samples, credentials } = parseTargetFile(text, variables)
    expect(credentials).toEqual({ token, integrationToken })
    expect(emulator.data.get('catalogs', samples!.catalogId!)).toBeDefined()
    expect(emulator.data.get('projects', samples!.projectId!)).toBeDefined()
    expect(samples!.scopeId).toBe(`prj_${samples!.projectId}`)
    expect(emulator.data.get('adapter_connections', samples!.adapterConnectionId!)).toBeDefined()
    expect(samples!.otherAdapterConnectionId).not.toBe(samples!.adapterConnectionId)
    for (const member of ['configurationPath', 'apiKeyProjectId', 'dsnPath', 'scopes', 'createEvent'])
      expect(text).toContain(`  # ${member}:`)
    expect(parse(text.replaceAll(/^( *)# (?=[\w ]+:)/gm, '$1'))).toHaveProperty('personalAccessTokens.scopes')
  })

  it('names the catalog, the project and the issue that have most to show, by few reads that the plan names', async () => {
    const service = createEmulator({ seed: 3 })
    const { id: catalogId } = service.data.insert('catalogs', { name: 'Empty, and the newest' })
    const { id: projectId } = service.data.insert('projects', { name: 'Empty, and the newest' })
    const asked: string[] = []
    const target = { baseUrl: 'http://service.example', credentials: { token, integrationToken } }
    const found = await findSamples({
      target,
      fetch: (request) => service.fetch(request),
      onRequest: ({ path }) => asked.push(path),
    })
    const countOf = (name: 'catalog_products' | 'groups' | 'issue_events', where: object) =>
      service.data.find(name, { where, limit: 200 }).length
    expect(found.catalogId).not.toBe(catalogId)
    expect(countOf('catalog_products', { catalog_id: found.catalogId })).toBeGreaterThanOrEqual(10)
    expect(found.projectId).not.toBe(projectId)
    expect(countOf('groups', { project_id: found.projectId })).toBeGreaterThan(1)
    expect(countOf('issue_events', { issue_id: found.issueId })).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(30)
    const planned = [...sampleRequests(target), ...choosingRequests(target)].map(({ path }) => path)
    const patterns = planned.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`))
    expect(asked.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([])
  })

  it('is valid where nothing was found, and takes no text of the service as YAML', async () => {
    const bare = targetText('http://service.example', await find({}), () => false)
    expect(parseTargetFile(bare, {})).toEqual({ baseUrl: 'http://service.example' })
    const hostile = {
      adapter: 'x"\n  secret: !!js "\u001B[31m\u202E\u{E0001}',
      projectId: '*anchor',
      catalogId: '${PLATFORM_TOKEN}',
      statuses: [],
    }
    const { samples } = parseTargetFile(
      targetText('http://service.example', hostile, () => false),
      {},
    )
    expect(samples).toEqual({ adapter: hostile.adapter, projectId: '*anchor' })
  })

  it('finds personal access tokens at the other path', async () => {
    const found = await findSamples({
      target: { baseUrl: 'http://service.example', credentials: { token } },
      fetch: (request) =>
        new URL(request.url).pathname === '/access-tokens'
          ? Promise.resolve(new Response('not here', { status: 404 }))
          : new URL(request.url).pathname === '/1.13/access-tokens'
            ? emulator.fetch('http://service.example/access-tokens', { headers: request.headers })
            : emulator.fetch(request),
    })
    expect(found.accessTokensPath).toBe('/1.13/access-tokens')
  })
})

describe('the command', () => {
  const init = (...args: string[]) => runToEnd(['init', ...args], { cwd: directory })

  it('writes what is missing, and overwrites nothing', async () => {
    write({ 'platform_driver.py': 'mine' })
    const { code, stdout } = await init('--yes', '--client', 'python')
    expect(code).toBe(0)
    expect(stdout).toContain('is there  platform_driver.py')
    expect(stdout).toContain('new       conftest.py')
    expect(stdout).toContain('run the first test   npx emulator exec -- python3 -m pytest')
    expect(readFileSync(join(directory, 'platform_driver.py'), 'utf8')).toBe('mine')
    expect(existsSync(join(directory, 'test_platform.py'))).toBe(true)
    // A configuration of pytest often names this folder, and nothing else is collected.
    mkdirSync(join(directory, 'tests'))
    expect((await init('--plan', '--client', 'python')).stdout).toContain('new       tests/test_platform.py')
  })

  it('says why there is no job, makes one for the target file that is there, and for a service writes no driver', async () => {
    const ask = () => init('--plan', '--client', 'js', '--ci', 'github')
    write({ 'package.json': '{"devDependencies": {"vitest": "*"}}' })
    const forService = await init('--plan', '--target', 'http://127.0.0.1:1', '--ci', 'github')
    expect(forService.stdout).toMatch(
      /^(?:would .*\n)*new {7}target\.yaml\nnew {7}\.github\/workflows\/platform-data\.yml\n$/,
    )
    expect((await ask()).stderr).toContain('No job for github: your tests judge the client')
    write({ 'target.yaml': 'baseUrl: http://service.example' })
    expect((await ask()).stdout).toContain('new       .github/workflows/platform-data.yml')
  })

  it('writes nothing with --plan, where the service cannot be reached, and where it sees no language', async () => {
    const [plan, gone, blind] = [
      await init('--plan', '--client', 'go', '--target', 'http://127.0.0.1:1'),
      await init('--client', 'go', '--target', 'http://127.0.0.1:1'),
      await init(),
    ]
    expect([plan.code, gone.code, blind.code]).toEqual([0, 3, 2])
    expect(plan.stdout).toContain('new       target.yaml')
    expect(plan.stderr).toContain('Nothing is asked, as no credential is known: set PLATFORM_TOKEN')
    expect(gone.stderr).toContain('Nothing was written.')
    expect(blind.stderr).toContain('init sees no language here; say --client ts|js|python')
    expect(existsSync(join(directory, 'platformdriver'))).toBe(false)
  })
})
