import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conformanceOptions } from '../bin/conformance-options.ts'
import { runToEnd } from '../bin/run-cli.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../emulator/serve/serve.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const section = /^## Check a service \(CI\)$.*?(?=^## )/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))![0]
const block = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(section)![1]!
const directory = mkdtempSync(join(tmpdir(), 'readme-conformance-'))

let server: RunningServer
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  const emulator = createEmulator()
  server = await serve(emulator, { port: 0 })
  const { credentials, samples } = emulator
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_')))
  env = { ...others, XDG_STATE_HOME: join(directory, 'state'), SERVICE_URL: server.url, CLIENT_ID: credentials.clientId, CLIENT_SECRET: credentials.clientSecret, CATALOG_ID: samples.catalogId }
  writeFileSync(join(directory, 'target.yaml'), block('yaml'))
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

it('runs the commands, with the target file', async () => {
  const commands = [...block('sh').matchAll(/^emulator (.*?)(?: +#.*)?$/gm)].map((match) => match[1]!.split(' '))
  expect(commands.length).toBe(2)
  for (const args of commands) {
    const { code, stderr } = await runToEnd(args, { cwd: directory, env })
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  }
  expect(readFileSync(join(directory, 'report.xml'), 'utf8')).toContain('<testsuite')
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain('#')
})

it('runs the Vitest recipe', async () => {
  const entries = { conformance: 'conformance/index.ts', vitest: 'conformance/vitest.ts' }
  const code = Object.entries(entries).reduce((text, [name, file]) => text.replace(`'@platform-data/emulator/${name}'`, `'${pathToFileURL(join(root, file)).href}'`), block('ts vitest'))
  writeFileSync(join(directory, 'conformance.test.ts'), code)
  const results = join(directory, 'results.json')
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', directory, '--reporter=json', `--outputFile=${results}`], { cwd: directory, env })
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  expect(numFailedTests).toBe(0)
  expect(numPassedTests).toBeGreaterThan(20)
})

it('lists the options of a run, every one and no other', () => {
  const listed = [...section.matchAll(/^- .*/gm)].flatMap(([line]) => [...line.split('`: ')[0]!.matchAll(/`--([\w-]+)/g)].map((match) => match[1]!))
  expect([...new Set(listed)].sort()).toEqual(Object.keys(conformanceOptions).sort())
})
