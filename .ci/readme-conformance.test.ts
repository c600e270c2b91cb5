import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOptions } from '../bin/options/client-options.ts'
import { conformanceOptions } from '../bin/options/conformance-options.ts'
import { learnOptions } from '../bin/options/learn-options.ts'
import { proxyOptions } from '../bin/options/proxy-options.ts'
import { replayOptions } from '../bin/options/replay-options.ts'
import { runToEnd } from '../testing/run-cli.ts'
import { taskNames } from '../conformance/client/tasks/names.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../emulator/serve/serve.ts'
import { runVitest } from '../testing/run-vitest.ts'
import { codeOf, pageOf, userEnvironment } from '../testing/readme-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'readme-conformance-'))

let server: RunningServer
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  const emulator = createEmulator()
  server = await serve(emulator, { port: 0 })
  const { credentials, samples } = emulator
  env = userEnvironment({
    XDG_STATE_HOME: join(directory, 'state'),
    SERVICE_URL: server.url,
    CLIENT_ID: credentials.clientId,
    CLIENT_SECRET: credentials.clientSecret,
    CATALOG_ID: samples.catalogId,
  })
  writeFileSync(join(directory, 'target.yaml'), codeOf('yaml')[0]!)
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

it('runs the commands, with the target file', async () => {
  const commands = codeOf('sh').flatMap((code) =>
    [...code.matchAll(/^emulator (conformance .*?)(?: +#.*)?$/gm)].map((match) => match[1]!.split(' ')),
  )
  expect(commands.length).toBe(2)
  for (const args of commands) {
    const { code, stderr } = await runToEnd(args, { cwd: directory, env })
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  }
  expect(readFileSync(join(directory, 'report.xml'), 'utf8')).toContain('<testsuite')
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain('#')
})

it('runs the Vitest recipe', async () => {
  writeFileSync(join(directory, 'conformance.test.ts'), codeOf('ts vitest')[0]!)
  const { failed, passed } = await runVitest(directory, [], env)
  expect(failed).toBe(0)
  expect(passed).toBeGreaterThan(20)
})

it.each([
  ['conformance', conformanceOptions],
  ['client', clientOptions],
  ['proxy', proxyOptions],
  ['learn', learnOptions],
  ['replay', replayOptions],
])('lists the options of %s, every one and no other', (command, options) => {
  const listed = [...pageOf(command).matchAll(/^- .*/gm)].flatMap(([line]) =>
    [...line.split('`: ')[0]!.matchAll(/`--([\w-]+)/g)].map((match) => match[1]!),
  )
  expect([...new Set(listed)].filter((name) => name !== 'driver').sort()).toEqual(
    Object.keys(options)
      .filter((name) => name !== 'driver')
      .sort(),
  )
})

it('lists the tasks of a client, every one and no other', () => {
  const [, table = ''] = /\n\| task \|.*?\n(.*?)\n\n/s.exec(pageOf('client')) ?? []
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual(taskNames)
})
