import { readFileSync } from 'node:fs'
import type { Collection } from '@msw/data'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { toMswHandlers } from './msw.ts'
import { toCollections } from './msw-data.ts'
import { assertPeer, playwrightPeer, vitestPeer } from './peer-version.ts'

const refused = (work: () => unknown) => {
  try {
    return void work()
  } catch (error) {
    return error
  }
}

it('refuses a version that is too old, and says what to do', () => {
  expect(refused(() => assertPeer(vitestPeer, '3.2.4'))).toMatchObject({
    code: 'missing_package',
    message:
      '@platform-data/emulator/vitest needs vitest 4.0 or later; got 3.2.4. Run npm install --save-dev ' +
      'vitest@latest, or use createEmulator() of @platform-data/emulator, which works in every test runner.',
  })
  for (const version of ['1.39.0', '1.9.2', '0.170.0'])
    expect(refused(() => assertPeer(playwrightPeer, version))).toMatchObject({
      message: expect.stringMatching(/^The `test` of .* needs @playwright\/test 1\.40 or later; got /),
    })
})

it('refuses the http of MSW 1 and a Collection that does not exist', async () => {
  const options = { baseUrl: 'https://api.example' }
  expect(refused(() => toMswHandlers(createEmulator(), { ...options, http: undefined as never }))).toMatchObject({
    message: expect.stringContaining('2.12 or later'),
  })
  // MSW 1 has `rest.all`, and passes other arguments to its resolvers.
  const rest = { all: (_path: RegExp, resolver: (info: never) => unknown) => resolver }
  const [resolver] = toMswHandlers(createEmulator(), { ...options, http: rest as never }) as unknown as [
    (request: object) => unknown,
  ]
  expect(refused(() => resolver({ url: 'https://api.example/0/' }))).toMatchObject({
    message: expect.stringContaining('2.12 or later'),
  })
  await expect(toCollections(createEmulator(), { Collection: {} as typeof Collection })).rejects.toMatchObject({
    code: 'missing_package',
  })
})

it('leaves the ranges of optional peers open, so that no version of theirs stops an install', () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as Record<string, Record<string, unknown>>
  expect(Object.entries(peerDependencies!).filter(([, range]) => range !== '*')).toEqual([])
  for (const name of Object.keys(peerDependencies!))
    expect([name, peerDependenciesMeta![name]]).toEqual([name, { optional: true }])
})
