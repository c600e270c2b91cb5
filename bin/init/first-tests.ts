// A first test for each runner, which passes, and the test that judges the client by its driver.
import { readPackageFile } from '../package-file.ts'
import type { TestPlace, TestRunner } from './test-place.ts'

/** A file that init writes. */
export interface InitFile {
  readonly path: string
  readonly text: string
}

const ask = `const response = await fetch('https://api.example/1.13/environments', {
    headers: { authorization: \`Bearer \${emulator.credentials.token}\` },
  })`

const vitest = `import { test } from '@platform-data/emulator/vitest'

// Each test has its own emulator, which answers below baseUrl. Pass \`fetch\` to your client.
test('lists environments', async ({ emulator, fetch, baseUrl, credentials, expect }) => {
  const headers = { authorization: \`Bearer \${credentials.token}\` }
  const response = await fetch(\`\${baseUrl}/1.13/environments\`, { headers })
  expect(response.status).toBe(200)
  emulator.requests.one({ operation: 'environments.list' })
})
`

const jest = `const { createEmulator, installFetch } = require('@platform-data/emulator')

const emulator = createEmulator()
let installed
beforeAll(() => void (installed = installFetch(emulator, { baseUrl: 'https://api.example' })))
afterAll(() => installed.restore())
afterEach(() => emulator.reset())

test('lists environments', async () => {
  ${ask}
  expect(response.status).toBe(200)
  emulator.requests.one({ operation: 'environments.list' })
})
`

const node = `import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEmulator, installFetch } from '@platform-data/emulator'

const emulator = createEmulator()
let installed
before(() => (installed = installFetch(emulator, { baseUrl: 'https://api.example' })))
after(() => installed.restore())

test('lists environments', async () => {
  ${ask}
  assert.equal(response.status, 200)
  emulator.requests.one({ operation: 'environments.list' })
})
`

const playwright = `import { expect } from '@playwright/test'
import { test } from '@platform-data/emulator/playwright'

// The emulator answers requests from a test's pages to https://api.example.com.
test('lists environments', async ({ page, emulator, credentials }) => {
  const status = await page.evaluate(async (token) => {
    const headers = { authorization: \`Bearer \${token}\` }
    return (await fetch('https://api.example.com/1.13/environments', { headers })).status
  }, credentials.token)
  expect(status).toBe(200)
  emulator.requests.one({ operation: 'environments.list' })
})
`

const pytest = `import urllib.request


def test_lists_environments(world):
    headers = {"authorization": f"Bearer {world.token}"}
    request = urllib.request.Request(f"{world.base_url}/1.13/environments", headers=headers)
    with urllib.request.urlopen(request) as response:
        assert response.status == 200
    assert len(world.requests(operation="environments.list")) == 1
`

/** The failures as texts, because the results themselves contain every complete exchange. */
const failures = `results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ task, message, requirement }) => \`\${task}: \${message} (\${requirement})\`)`

/** Judges the client by the driver in the same process. */
const judged: Readonly<Record<Exclude<TestRunner, 'pytest'>, (driver: string) => string>> = {
  vitest: (driver) => `import { describeClient } from '@platform-data/emulator/vitest'
import { driver } from '${driver}'

describeClient(driver, { strict: true, undecided: 'skip' })
`,
  jest: (driver) => `const { judgeClient } = require('@platform-data/emulator/client')
const { driver } = require('${driver}')

test('the client follows the specification', async () => {
  const { results } = await judgeClient(driver)
  const failed = ${failures}
  expect(failed).toEqual([])
}, 60_000)
`,
  node: (driver) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeClient } from '@platform-data/emulator/client'
import { driver } from '${driver}'

test('the client follows the specification', async () => {
  const { results } = await judgeClient(driver)
  const failed = ${failures}
  assert.deepEqual(failed, [])
})
`,
  playwright: (driver) => `import { expect, test } from '@playwright/test'
import { judgeClient } from '@platform-data/emulator/client'
import { driver } from '${driver}'

test('the client follows the specification', async () => {
  test.setTimeout(60_000)
  const { results } = await judgeClient(driver)
  const failed = ${failures}
  expect(failed).toEqual([])
})
`,
}

/** The style of tests in a directory. */
export interface TestStyle {
  readonly runner: TestRunner
  readonly place: TestPlace
  /** The import path of a driver in process; undefined for a program. */
  readonly driver: string | undefined
  /** True if there is another conftest.py, which has to import the fixture. */
  readonly hasOtherConftest?: boolean
  /** True if TypeScript knows the globals of Jest. */
  readonly hasJestTypes?: boolean
}

/** The first test and the files that it needs. */
export function firstTests({
  runner,
  place: { folder, pattern },
  driver,
  hasOtherConftest,
  hasJestTypes = false,
}: TestStyle): readonly InitFile[] {
  const file = (path: string, text: string): InitFile => ({ path, text })
  const testFile = (word: string): string => `${folder}${pattern.replace('*', word)}`
  switch (runner) {
    case 'pytest':
      return [
        file('platform_emulator.py', readPackageFile('init/control-clients/platform_emulator.py')),
        file(
          hasOtherConftest ? 'platform_fixtures.py' : 'conftest.py',
          readPackageFile('init/control-clients/conftest.py'),
        ),
        file(testFile('platform'), pytest),
      ]
    case 'vitest':
    case 'jest':
    case 'node':
    case 'playwright': {
      const text = { vitest, jest, node, playwright }[runner]
      const above = folder === '' ? './' : '../'.repeat(folder.split('/').length - 1)
      const script = (path: string, content: string): InitFile =>
        file(path, runner === 'jest' && pattern.endsWith('.ts') ? toTypeScript(content, hasJestTypes) : content)
      const judge =
        driver === undefined ? [] : [script(testFile('platform-client'), judged[runner](`${above}${driver}`))]
      return [script(testFile('platform'), text), ...judge]
    }
  }
}

/** Converts a Jest test from CommonJS to TypeScript, with imports and without extensions in module names. */
function toTypeScript(text: string, hasJestTypes: boolean): string {
  const names = ['afterAll', 'afterEach', 'beforeAll', 'expect', 'test'].filter((name) => text.includes(`${name}(`))
  const imports = hasJestTypes ? '' : `import { ${names.join(', ')} } from '@jest/globals'\n`
  const typed = text
    .replaceAll(/^const (\{.*\}) = require\('(.*?)(?:\.ts)?'\)$/gm, "import $1 from '$2'")
    .replace('let installed\n', 'let installed: ReturnType<typeof installFetch>\n')
  return `${imports}${typed}`
}

/**
 * The command that starts the first test. It names the test, so that a runner that looks elsewhere reports it as
 * missing.
 */
export const startOf: Readonly<Record<TestRunner, string>> = {
  vitest: 'npx vitest run platform',
  jest: 'npx jest platform',
  node: 'node --test',
  playwright: 'npx playwright test platform',
  pytest: 'npx emulator exec -- python3 -m pytest',
}
