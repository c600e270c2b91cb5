import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gzip } from '../../../emulator/case/gzip.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { replay } from '../replay.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function written(name: string, content: string | Uint8Array): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

const savedCase = () => createEmulator().saveCase()
const shop = { name: 'my-shop', title: 'Mine', kind: 'shop', commands: [] }

it.each<[string, () => Promise<Uint8Array>, string | undefined, RegExp]>([
  ['a cut file', async () => (await savedCase()).slice(0, 99), undefined, /odd\.case\.gz: .*cut off or damaged/],
  [
    'a missing adapter',
    () => createEmulator({ adapters: [shop] }).saveCase(),
    undefined,
    /odd\.case\.gz: .*needs the adapter "my-shop" .* got none/,
  ],
  [
    'a deviation that there is not',
    async () =>
      gzip(JSON.stringify(await readCase(await savedCase())).replace('"deviations":[]', '"deviations":["later"]')),
    undefined,
    /odd\.case\.gz: There is no deviation "later"/,
  ],
  ['a report', async () => Buffer.from('{}'), undefined, /replay takes a case .*odd\.case\.gz is not one/],
  ['a request that there is not', savedCase, '5', /The case has 0 requests; got 5\./],
  ['an answer that there is not', savedCase, 'first-4xx', /No request of the case was answered with 4xx\./],
  ['a place that is none', savedCase, 'noon', /--at takes the number of a request, first-4xx, or a time such as/],
])('refuses %s, with a reason', async (_name, make, at, message) => {
  const file = written('odd.case.gz', await make())
  await expect(replay({ file, ...(at === undefined ? {} : { at }) })).rejects.toThrow(message)
})
