import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { learnScene } from '../../testing/learn-scene.ts'
import { runCli } from '../../testing/run-cli.ts'
import { toTargetFile } from '../judges/service/target-file.ts'

const { at, config, directory, emulator, env, run, url: urlOf } = learnScene()

it('writes a twin that answers alike, and finds no drift', async () => {
  const { code, stdout, stderr } = await run(...config, '--out', at('twin'), '--allow-writes')
  expect(stderr).not.toContain('emulator:')
  expect(code).toBe(0)
  expect(stdout).toContain('listEnvelope = {"results":"$items","more":"$hasMore"}')
  expect(stdout).toMatch(/The twin answers all \d+ questions alike\./)
  expect(stdout).toMatch(/\n41 of 43 learned, 1 assumed, 1 not observable\n$/)
  expect(readdirSync(at('twin')).toSorted()).toEqual(['conventions.yaml', 'emulator.config.yaml', 'learned.json'])
  const everything = readdirSync(at('twin'))
    .map((name) => readFileSync(at('twin', name), 'utf8'))
    .join('\n')
  const { credentials, samples } = emulator
  for (const secret of [...Object.values(credentials), ...Object.values(samples)].filter((value) => value.length > 20))
    expect(everything).not.toContain(secret)

  const checked = await run(...config, '--check', at('twin'), '--quick', '--allow-writes')
  expect(checked.stdout).toBe(`${urlOf()} has not moved.\n`)
  expect(checked.code).toBe(0)

  const twin = runCli(['start', '--port', '0', '--config', at('twin'), '--json'], { env })
  const { url, credentials: ofTwin } = JSON.parse((await twin.printed(/^\{.*\}$/m))[0]) as {
    url: string
    credentials: { token: string }
  }
  const answer = await fetch(`${url}/1.13/environments`, { headers: { authorization: `Bearer ${ofTwin.token}` } })
  expect(Object.keys((await answer.json()) as object)).toEqual(['results', 'more'])
  twin.child.kill('SIGTERM')
  expect(await twin.ended).toBe(0)
}, 120_000)

it('says what has moved, in each format, and takes it over', async () => {
  await run(...config, '--out', at('old'))
  emulator.setConventions({ defaultLimit: 9 })
  try {
    const junit = at('drift.xml')
    const { code, stdout } = await run(
      ...config,
      '--check',
      at('old'),
      '--quick',
      '--report',
      'markdown',
      '--report',
      `junit=${junit}`,
    )
    expect(stdout).toContain('| dialect | `defaultLimit (clause 8) was 20, and is 9` |')
    expect(stdout).toContain('The service has moved in 1 place.')
    expect(readFileSync(junit, 'utf8')).toContain('<failure type="drift" message="defaultLimit (clause 8) was 20')
    expect(code).toBe(1)
    const accepted = await run(...config, '--check', at('old'), '--quick', '--accept', '--report', 'json')
    expect(JSON.parse(accepted.stdout)).toMatchObject({
      moved: true,
      drifts: [{ class: 'dialect', convention: 'defaultLimit', before: 20, after: 9 }],
    })
    expect(accepted.code).toBe(0)
    expect((await run('--diff', at('old'), at('old'))).code).toBe(0)
  } finally {
    emulator.setConventions({ defaultLimit: 20 })
  }
}, 120_000)

it('names a stated requirement that the service breaks now', async () => {
  const broken = createEmulator({ deviations: ['filters-or-combined'] })
  const second = await serve(broken, { port: 0 })
  try {
    const { hooks: _hooks, ...target } = toTargetFile(broken, second.url, false)
    writeFileSync(at('broken.json'), JSON.stringify({ ...target, allowWrites: false }))
    await run('--config', at('broken.json'), '--out', at('right'))
    const { code, stdout } = await run('--config', at('broken.json'), '--check', at('right'), '--quick')
    expect(stdout).toMatch(/^breaks {8}filters\.and \(clause 4\.5\)/m)
    expect(code).toBe(1)
  } finally {
    await second.close()
  }
}, 120_000)

it('deletes what it made when a signal ends it, and writes nothing', async () => {
  const names = () => emulator.data.find('access_tokens').map((record) => (record as unknown as { name: string }).name)
  const before = names()
  const cli = runCli(['learn', ...config, '--allow-writes', '--rate', '25', '--out', at('ended')], { env })
  while (names().length === before.length) await new Promise((resolve) => setTimeout(resolve, 20))
  cli.child.kill('SIGINT')
  expect(await cli.ended).toBe(130)
  expect(cli.output.stderr).toContain('Ending and deleting what was created.')
  expect(names()).toEqual(before)
  expect(readdirSync(directory)).not.toContain('ended')
}, 60_000)
