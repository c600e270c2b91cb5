import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gzip } from '../../../emulator/case/gzip.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { replay } from '../replay.ts'
import { readBytes } from '../../files.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-refusals-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it.each<[string, () => Promise<Uint8Array>, RegExp]>([
  ['a cut file', async () => (await createEmulator().saveCase()).slice(0, 99), /odd\.case\.gz: .*cut off or damaged/],
  [
    'a missing adapter',
    () => createEmulator({ adapters: [{ name: 'my-shop', title: 'Mine', kind: 'shop', commands: [] }] }).saveCase(),
    /odd\.case\.gz: .*needs the adapter "my-shop" .* got none/,
  ],
  [
    'a deviation that there is not',
    async () => {
      const text = JSON.stringify(await readCase(await createEmulator().saveCase()))
      return gzip(text.replace('"deviations":[]', '"deviations":["later"]'))
    },
    /odd\.case\.gz: There is no deviation "later"/,
  ],
])('refuses %s, with a reason', async (_name, make, message) => {
  const odd = join(directory, 'odd.case.gz')
  writeFileSync(odd, await make())
  await expect(replay({ file: odd })).rejects.toThrow(message)
})

it.each([
  ['5', 'The case has 0 requests; got 5.'],
  ['first-4xx', 'No request of the case was answered with 4xx.'],
  ['noon', '--at takes the number of a request, first-4xx, or a time such as 2026-01-31T12:00:00Z; got "noon".'],
])('refuses the place %s', async (at, message) => {
  const odd = join(directory, 'place.case.gz')
  writeFileSync(odd, await createEmulator().saveCase())
  await expect(replay({ file: odd, at })).rejects.toThrow(message)
})

it.runIf(process.platform === 'linux')('reads no more of a file than a report may have', () => {
  expect(() => readBytes('/dev/zero', 3_000_000)).toThrow('at most 3,000,000 bytes; /dev/zero has more')
})
