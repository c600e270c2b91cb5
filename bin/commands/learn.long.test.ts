import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { learnScene } from '../../testing/learn-scene.ts'
import { runCli } from '../../testing/run-cli.ts'
import { toTargetFile } from '../judges/service/target-file.ts'
import { reportSchemas } from '../schemas/schemas.ts'

const { at, config, directory, emulator, env, run } = learnScene()

const validate = new Ajv({ allErrors: true }).compile(reportSchemas['drift-report'])

/** The JSON report of a check. */
function reportOf({ stdout }: { readonly stdout: string }) {
  const report = JSON.parse(stdout) as {
    readonly drifts: readonly object[]
    readonly unasked: readonly string[]
    readonly requests: number
    readonly mostRequests: number
  }
  expect([validate(report), validate.errors]).toEqual([true, null])
  return report
}

it('writes a twin with the same answers and no secrets, reports drift, and accepts it', async () => {
  const { code, stdout, stderr } = await run(...config, '--out', at('twin'))
  expect(stderr).not.toContain('emulator:')
  expect(code).toBe(0)
  expect(stdout).toContain('listEnvelope = {"results":"$items","more":"$hasMore"}')
  expect(stdout).toMatch(/The twin gave the same answer to all \d+ questions\./)
  expect(stdout).toMatch(
    /\n\d+ of 49 learned, \d+ assumed, \d+ not observable; (\d+) of \1 answers alike, 7 operations assumed\n$/,
  )
  expect(readdirSync(at('twin')).toSorted()).toEqual(['conventions.yaml', 'emulator.config.yaml', 'learned.json'])
  const files = readdirSync(at('twin')).map((name) => readFileSync(at('twin', name), 'utf8'))
  const known = [...Object.values(emulator.credentials), ...Object.values(emulator.samples)]
  for (const secret of known.filter((value) => value.length > 20)) expect(files.join('\n')).not.toContain(secret)

  emulator.setConventions({ defaultLimit: 9 })
  const check = [...config, '--check', at('twin')]
  const reports = ['markdown', `junit=${at('drift.xml')}`, `html=${at('drift.html')}`]
  const moved = await run(...check, ...reports.flatMap((report) => ['--report', report]))
  expect(moved.stdout).toContain('**defaultLimit** (dialect, clause 8): The convention has another value.')
  expect(moved.stdout).toContain('\n\n- expected: 20\n- got: 9\n')
  expect(moved.stdout).toContain('The service has changed in 1 place.')
  expect(readFileSync(at('drift.xml'), 'utf8')).toMatch(/<failure .*message="defaultLimit \(clause 8\) was 20/)
  expect(readFileSync(at('drift.html'), 'utf8')).toContain('Every difference')
  const accepted = await run(...check, '--accept', '--report', 'json')
  expect(accepted.stderr).toMatch(/^Written: .*conventions\.yaml/m)
  const { drifts } = reportOf(accepted)
  const moves = { class: 'dialect', convention: 'defaultLimit', before: 20, after: 9 }
  expect(drifts).toContainEqual(expect.objectContaining(moves))
  const again = await run(...check)
  expect(again.stdout).toMatch(/^No drift: the service has not changed\.\n/)
  expect((await run(...check, '--accept')).stderr).toContain('Nothing was written: ')
  const same = await run('--diff', at('twin'), at('twin'))
  expect([moved.code, accepted.code, again.code, same.code]).toEqual([1, 0, 0, 0])
})

it('names a stated requirement that the service breaks now, within the request limit', async () => {
  const service = createEmulator()
  const server = await serve(service, { port: 0 })
  const { hooks: _hooks, ...target } = toTargetFile(service, server.url, false)
  writeFileSync(at('moving.json'), JSON.stringify({ ...target, allowWrites: false }))
  const moving = ['--config', at('moving.json')]
  const check = [...moving, '--check', at('right')]
  await run(...moving, '--out', at('right'))
  const learnedWith = service.requests.size
  expect(learnedWith).toBeLessThanOrEqual(150)
  const few = await run(...check, '--max-requests', '90', '--report', 'json', '--report', `markdown=${at('few.md')}`)
  const { requests, mostRequests, unasked } = reportOf(few)
  expect([requests, mostRequests]).toEqual([service.requests.size - learnedWith, 90])
  expect(requests).toBeLessThanOrEqual(90)
  expect(unasked).toContain('cursors.complete')
  expect(readFileSync(at('few.md'), 'utf8')).toContain('not checked within 90 requests; raise --max-requests')

  service.deviations.set(['filters-or-combined'])
  const broken = await run(...check, '--accept')
  expect(broken.stderr).toMatch(/learned with \d+ requests and checked with \d+: a requirement of class "breaks" may/)
  expect(broken.stdout).toMatch(/^✗ filters\.and \(breaks, clause 4\.5\): /m)
  expect([few.code, broken.code]).toEqual([0, 0])
  await server.close()
})

it('deletes what it made when a signal ends it, and writes nothing', async () => {
  const names = () => emulator.data.find('access_tokens').map(({ name }) => name)
  const before = names()
  const cli = runCli(['learn', ...config, '--allow-writes', '--rate', '25', '--out', at('ended')], { env })
  await expect.poll(() => names().length, { interval: 20 }).toBeGreaterThan(before.length)
  cli.child.kill('SIGINT')
  expect(await cli.ended).toBe(130)
  expect(cli.output.stderr).toContain('Ending and deleting what was created.')
  expect(names()).toEqual(before)
  expect(readdirSync(directory)).not.toContain('ended')
})
