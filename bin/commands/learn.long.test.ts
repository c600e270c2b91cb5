import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { learnScene } from '../../testing/learn-scene.ts'
import { runCli } from '../../testing/run-cli.ts'
import { toTargetFile } from '../judges/service/target-file.ts'
import { reportSchemas } from '../schemas/schemas.ts'

const isReport = new Ajv({ allErrors: true }).compile(reportSchemas['drift-report'])

const { at, config, directory, emulator, env, run } = learnScene()

it('writes a twin that answers alike, and finds no drift', async () => {
  const { code, stdout, stderr } = await run(...config, '--out', at('twin'), '--allow-writes')
  expect(stderr).not.toContain('emulator:')
  expect(code).toBe(0)
  expect(stdout).toContain('listEnvelope = {"results":"$items","more":"$hasMore"}')
  expect(stdout).toMatch(/The twin answers all \d+ questions alike\./)
  expect(stdout).toMatch(/\n42 of 44 learned, 1 assumed, 1 not observable\n$/)
  expect(readdirSync(at('twin')).toSorted()).toEqual(['conventions.yaml', 'emulator.config.yaml', 'learned.json'])
  const everything = readdirSync(at('twin'))
    .map((name) => readFileSync(at('twin', name), 'utf8'))
    .join('\n')
  const { credentials, samples } = emulator
  for (const secret of [...Object.values(credentials), ...Object.values(samples)].filter((value) => value.length > 20))
    expect(everything).not.toContain(secret)

  const checked = await run(...config, '--check', at('twin'), '--quick', '--allow-writes')
  expect(checked.stdout).toMatch(/\n\nNo drift: the service has not moved\.\n$/)
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
    const [junit, page] = [at('drift.xml'), at('drift.html')]
    const { code, stdout } = await run(
      ...config,
      '--check',
      at('old'),
      '--quick',
      '--report',
      'markdown',
      '--report',
      `junit=${junit}`,
      '--report',
      `html=${page}`,
    )
    expect(stdout).toContain('**defaultLimit** (dialect, clause 8): The convention has another value.')
    expect(stdout).toContain('\n\n- expected 20\n- got 9\n')
    expect(stdout).toContain('The service has moved in 1 place.')
    expect(readFileSync(junit, 'utf8')).toMatch(/<failure .*message="defaultLimit \(clause 8\) was 20/)
    expect(readFileSync(page, 'utf8')).toContain('Every difference')
    expect(code).toBe(1)
    const accepted = await run(...config, '--check', at('old'), '--quick', '--accept', '--report', 'json')
    expect([isReport(JSON.parse(accepted.stdout)), isReport.errors]).toEqual([true, null])
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

it('names a stated requirement that the service breaks now, and not one that it broke before', async () => {
  const moving = createEmulator()
  const second = await serve(moving, { port: 0 })
  const check = (...args: readonly string[]) => run('--config', at('moving.json'), '--check', at('right'), ...args)
  try {
    const { hooks: _hooks, ...target } = toTargetFile(moving, second.url, false)
    writeFileSync(at('moving.json'), JSON.stringify({ ...target, allowWrites: false }))
    await run('--config', at('moving.json'), '--out', at('right'))
    moving.deviations.set(['filters-or-combined'])
    const { code, stdout, stderr } = await check()
    expect(stderr).toMatch(/learned with \d+ requests and checked with \d+: what breaks may have been broken before/)
    expect(stdout).toMatch(/^✗ filters\.and .* \(breaks, clause 4\.5\)$/m)
    expect(code).toBe(1)
    expect((await check('--accept')).code).toBe(0)
    const accepted = await check()
    expect(accepted.stdout).toMatch(/\n\nNo drift: the service has not moved\.\n$/)
    expect(accepted.code).toBe(0)
  } finally {
    await second.close()
  }
}, 120_000)

it('sends no more requests than it may, and says what it did not ask for', async () => {
  const asking = createEmulator()
  const second = await serve(asking, { port: 0 })
  try {
    writeFileSync(at('asking.json'), JSON.stringify(toTargetFile(asking, second.url, true)))
    const learned = await run('--config', at('asking.json'), '--out', at('asked'), '--allow-writes')
    expect(learned.code).toBe(0)
    const before = asking.requests.size
    expect(before).toBeLessThanOrEqual(150)
    const reports = ['--report', 'json', '--report', `markdown=${at('asked.md')}`]
    const { stdout } = await run(
      '--config',
      at('asking.json'),
      '--check',
      at('asked'),
      '--max-requests',
      '90',
      ...reports,
    )
    const report: unknown = JSON.parse(stdout)
    isReport(report)
    expect(isReport.errors ?? []).toEqual([])
    const { unasked, requests, mostRequests } = report as { unasked: string[]; requests: number; mostRequests: number }
    expect(asking.requests.size - before).toBe(requests)
    expect(requests).toBeLessThanOrEqual(90)
    expect(mostRequests).toBe(90)
    expect(unasked).toContain('cursors.complete')
    expect(readFileSync(at('asked.md'), 'utf8')).toContain('not looked at within 90 requests; raise --max-requests')
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
