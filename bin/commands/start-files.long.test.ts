import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type Cli, runCli, runToEnd } from '../../testing/run-cli.ts'
import { Clock } from '../../emulator/world/clock.ts'
import { selfSigned } from '../serving/https/self-signed.ts'
import { pageOf, userEnvironment } from '../../testing/readme-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-files-'))
const running: Cli[] = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)

interface Started extends Cli {
  readonly url: string
  readonly started: { readonly configFile: string | null; readonly certificateFile: string | null }
  readonly names: (collection: string) => Promise<readonly string[]>
}

async function start(...args: string[]): Promise<Started> {
  const cli = runCli(['start', '--json', ...args], { cwd: directory, env: userEnvironment() })
  running.push(cli)
  const started = JSON.parse((await cli.printed(/^.*\n/))[0]) as Started['started'] & {
    url: string
    credentials: { token: string }
  }
  const { url, credentials } = started
  return {
    ...cli,
    url,
    started,
    names: async (collection) => {
      const headers = { authorization: `Bearer ${credentials.token}` }
      const { data } = (await (await fetch(`${url}/1.13/${collection}`, { headers })).json()) as {
        data: { name: string }[]
      }
      return data.map(({ name }) => name)
    },
  }
}

async function stop({ child, ended }: Cli): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

it('takes its configuration from emulator.config.yaml, says so, and lets the command line win', async () => {
  write('emulator.config.yaml', 'port: 0\nfixtures: ./f.yaml\nseed: 7\n')
  write('f.yaml', 'projects:\n  - name: From the file\n')
  const first = await start()
  expect([await first.names('projects'), first.started.configFile]).toEqual([
    ['From the file'],
    expect.stringMatching(/emulator\.config\.yaml$/),
  ])
  await stop(first)
  const cli = runCli(['--fixtures', 'empty'], { cwd: directory, env: userEnvironment() })
  running.push(cli)
  await cli.printed(/configuration +\S+emulator\.config\.yaml\n/)
  const { code, stderr } = await runToEnd(['exec', '--', 'true'], { cwd: directory, env: userEnvironment() })
  expect([code, stderr]).toEqual([0, expect.stringContaining('emulator.config.yaml')])
  rmSync(join(directory, 'emulator.config.yaml'))
})

it('serves HTTPS with a certificate of its own, which exec lets Node trust', async () => {
  const cli = await start('--https', '--port', '0', '--target-file', 'https.json')
  const file = cli.started.certificateFile!
  expect(execFileSync('curl', ['-s', '--cacert', file, `${cli.url}/0/`], { encoding: 'utf8' })).toContain('version')
  expect(() => execFileSync('curl', ['-s', `${cli.url}/0/`])).toThrow()
  await stop(cli)
  expect(existsSync(file)).toBe(false)
  const [, , script = ''] =
    /^```sh https\nnpx emulator (exec --https -- node -e) "(.*)"\n```$/m.exec(pageOf('start')) ?? []
  const { code, stdout } = await runToEnd(['exec', '--https', '--', process.execPath, '-e', script], {
    cwd: directory,
    env: userEnvironment(),
  })
  expect([code, stdout]).toEqual([0, '200\n'])
  const { cert } = selfSigned(['company.example'], new Clock().now())
  write('company.pem', cert)
  const beside = await runToEnd(['exec', '--https', '--', process.execPath, '-e', showTrusted], {
    cwd: directory,
    env: userEnvironment({ NODE_EXTRA_CA_CERTS: join(directory, 'company.pem') }),
  })
  expect([beside.code, beside.stdout]).toEqual([0, `true true\n`])
})

/** Prints whether the certificates of the user and of the emulator are among those that Node trusts. */
const showTrusted =
  "const { readFileSync } = require('fs'); const trusted = readFileSync(process.env.NODE_EXTRA_CA_CERTS, 'utf8');const has = (file) => trusted.includes(readFileSync(file, 'utf8'));console.log(has('company.pem'), has(process.env.PLATFORM_CA_FILE))"

it('begins fresh where the file of --import is not there yet, and goes on with --data', async () => {
  const args = [
    '--port',
    '0',
    '--data',
    'x.db',
    '--import',
    'last.json',
    '--export-on-exit',
    'last.json',
    '--seed',
    '3',
  ]
  const first = await start(...args)
  expect(first.output.stderr).toContain(
    '--import: there is no file last.json yet; x.db begins with the data of --seed.',
  )
  const names = await first.names('projects')
  await stop(first)
  expect(existsSync(join(directory, 'last.json'))).toBe(true)
  const second = await start(...args)
  expect([await second.names('projects'), second.output.stderr]).toEqual([names, ''])
  await stop(second)
  const other = await runToEnd(['start', '--port', '0', '--data', 'x.db', '--import', 'last.json', '--seed', '4'], {
    cwd: directory,
    env: userEnvironment(),
  })
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('made with --seed 3; got --seed 4')])
  const alone = await runToEnd(['start', '--port', '0', '--import', 'none.json'], {
    cwd: directory,
    env: userEnvironment(),
  })
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('there is no such file')])
})

it.each([
  [['--https-cert', 'a.pem'], '--https-cert needs --https'],
  [['--https', '--https-key', 'a.pem'], '--https-cert and --https-key belong together; got --https-key alone.'],
  [['--https', '--https-cert', 'none.pem', '--https-key', 'none.pem'], '--https-cert: cannot read none.pem'],
  [['--watch', '--data', 'y.db'], '--watch makes the data anew, and --data keeps them.'],
  [['--open', '--no-control'], '--open opens the console, which --no-control turns off.'],
  [['--config', 'none.yaml'], 'cannot read none.yaml: there is no such file.'],
])('refuses %j in one line', async (args, message) => {
  const { code, stderr } = await runToEnd(['start', '--port', '0', ...args], { cwd: directory, env: userEnvironment() })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^emulator: [^\n]+\n$/)])
  expect(stderr).toContain(message)
})
