import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../emulator/serve/serve.ts'
import { codeOf, userEnvironment } from '../testing/readme-code.ts'
import { runCli, runToEnd } from '../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'readme-twin-'))
const service = createEmulator({ conventions: { listEnvelope: { results: '$items', more: '$hasMore' } } })

let server: RunningServer
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await serve(service, { port: 0 })
  const { credentials, samples } = service
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

it('learns a twin, starts it and says whether the service has moved, as the recipe does', async () => {
  const [learn, start, check, ...others] = [...codeOf('sh twin')[0]!.matchAll(/^emulator (.*?) +#/gm)].map((match) =>
    match[1]!.split(' '),
  )
  expect(others).toEqual([])
  const options = { cwd: directory, env }
  expect(await runToEnd(learn!, options)).toMatchObject({ code: 0, stderr: '' })

  const twin = runCli([...start!, '--port', '0', '--json'], options)
  const [line] = await twin.printed(/^\{.*\}$/m)
  const { url, credentials } = JSON.parse(line) as { readonly url: string; readonly credentials: { token: string } }
  const headers = { authorization: `Bearer ${credentials.token}` }
  const answer = await fetch(`${url}/1.13/environments`, { headers })
  expect(Object.keys((await answer.json()) as object)).toEqual(['results', 'more'])
  twin.child.kill('SIGTERM')
  expect(await twin.ended).toBe(0)

  writeFileSync(join(directory, 'twin.ts'), `${codeOf('ts twin')[0]!}\nconsole.log(emulator.conventions.listEnvelope)`)
  const inProcess = await promisify(execFile)(process.execPath, ['twin.ts'], options)
  expect(inProcess.stdout).toContain("results: '$items'")

  expect(await runToEnd(check!, options)).toMatchObject({ code: 0, stderr: '' })
  service.setConventions({ listEnvelope: 'array' })
  expect(await runToEnd([...check!, '--quick'], options)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('listEnvelope'),
  })
}, 120_000)
