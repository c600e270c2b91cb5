import { expect, it } from 'vitest'
import { readCase } from '../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { caseText } from './case-text.ts'

const base = 'https://api.example'

/** The lines of a case of what a test asks and arranges. */
async function linesOf(
  act: (
    ask: (path: string, init?: RequestInit) => Promise<Response>,
    emulator: ReturnType<typeof createEmulator>,
  ) => Promise<unknown>,
): Promise<readonly string[]> {
  const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
  const authorization = `Bearer ${emulator.credentials.token}`
  await act(
    (path, init = {}) => emulator.fetch(`${base}${path}`, { ...init, headers: { authorization, ...init.headers } }),
    emulator,
  )
  const failure = { test: 'walks\u001b[31m', command: ['npm', 'test'], exitCode: 1 }
  const file = await readCase(await emulator.saveCase({ failure }))
  const text = caseText(file, { coloured: false, columns: Number.POSITIVE_INFINITY })
  expect(text).not.toContain('\u001b')
  return text.trimEnd().split('\n')
}

it('begins with what failed, and ends with the last of many requests', async () => {
  const lines = await linesOf(async (ask) => {
    for (let turn = 0; turn < 33; turn++) await ask('/0/')
  })
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^Failed: walks/),
    'Command: npm test (exit code 1)',
    expect.stringMatching(/^Emulator .*, seed 1; requests: 33; worlds: default$/),
  ])
  expect(lines[3]).toBe('3 earlier ones are in the console.')
  expect(lines.at(-1)).toMatch(/^#33 2026-03-01T12:00:00(?:\.000)?Z 200 GET {4}\/0\/ /)
})

it('tells what was arranged between requests, and sent bodies without secrets', async () => {
  const lines = await linesOf(async (ask, emulator) => {
    emulator.faults.add({ operation: 'environments.list', status: 429, times: 1 })
    await ask('/1.13/environments')
    emulator.stub({ operation: 'projects.list', body: { data: [] }, times: 1 })
    await ask('/1.13/projects')
    emulator.clock.advance('9w')
    const { clientId, clientSecret } = emulator.credentials
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    await ask('/oauth/token', { method: 'POST', body: new URLSearchParams(form) })
    expect(clientSecret).not.toBe('')
  })
  expect(lines.find((line) => line.includes('a fault was added'))).toContain('"status":429')
  expect(lines.find((line) => line.includes('429 GET'))).toContain('by a fault')
  expect(lines.find((line) => line.includes('a stub was added'))).toContain('projects.list')
  expect(lines.find((line) => line.includes('GET    /1.13/projects'))).toContain('by a stub')
  expect(lines.find((line) => line.includes('clock'))).toBe('   the clock was set to 2026-05-03T12:00:00Z')
  expect(lines.at(-2)).toContain('200 POST   /oauth/token')
  expect(lines.at(-1)).toMatch(
    /^ {3}> grant_type=client_credentials&client_id=client_\w+&client_secret=secret_‹clientSecret›/,
  )
})

it('tells each change in words, a reset as one, and a call of the control API alone', async () => {
  const lines = await linesOf(async (_ask, emulator) => {
    const blue = emulator.worlds.use('blue')
    blue.faults.add({ operation: 'flows.list', status: 503 })
    blue.clock.advance('1h')
    blue.scenarios.set(['short-pages'])
    emulator.setConventions({ defaultLimit: 7 })
    emulator.deviations.set(['filters-or-combined'])
    blue.reset()
    emulator.clock.advance('1h')
    emulator.clock.unfreeze()
    const control = { method: 'POST', headers: { 'x-emulator-world': 'blue' } }
    await emulator.fetch(`${base}/_emulator/reset`, control)
  })
  expect(lines.slice(3).map((line) => line.trim())).toEqual([
    expect.stringMatching(/^in blue: a fault was added: .*503/),
    'in blue: the clock was set to 2026-03-01T13:00:00Z',
    'in blue: the scenarios were set: short-pages',
    'conventions were set: {"defaultLimit":7}',
    'the deviations were set: filters-or-combined',
    'in blue: the world was reset',
    'the clock was set to 2026-03-01T13:00:00Z',
    expect.stringMatching(/^the clock runs from 2026-03-01T13:00:00/),
    'in blue: the world was reset',
  ])
})
