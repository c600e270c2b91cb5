import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runCli } from '../../testing/run-cli.ts'

it('makes the data anew when a file changes, keeps the old when it is broken, and says why', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-watch-'))
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const adapter = `export default { name: 'till', title: 'Till', kind: 'commerce', commands: [] }`
  write('w.yaml', 'fixtures: f.yaml\nadapter: [till.mjs]\n')
  write('f.yaml', 'projects: [{ name: A }]')
  write('till.mjs', adapter)
  const options = { cwd: directory, env: userEnvironment() }
  const { child, ended, output, printed } = runCli(
    ['start', '--json', '--port', '0', '--watch', '--config', 'w.yaml'],
    options,
  )
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    rmSync(directory, { recursive: true, force: true })
  })
  const { url, credentials } = JSON.parse((await printed(/^.*\n/))[0]) as {
    url: string
    credentials: { token: string }
  }
  const said = (text: string) => expect.poll(() => output.stderr).toContain(text)
  const names = async () => {
    const headers = { authorization: `Bearer ${credentials.token}` }
    const { data } = (await (await fetch(`${url}/1.13/projects`, { headers })).json()) as { data: { name: string }[] }
    return data.map(({ name }) => name)
  }
  expect(await names()).toEqual(['A'])
  write('f.yaml', 'projects: [{ name: B }]')
  await said('f.yaml has changed; all worlds begin anew.')
  expect(await names()).toEqual(['B'])
  write('f.yaml', 'projects: [')
  await said('f.yaml has changed, and the worlds are kept as they are: --fixtures: f.yaml')
  write('till.mjs', 'export default {')
  await said('till.mjs has changed, and the worlds are kept as they are: ')
  expect(await names()).toEqual(['B'])
})
