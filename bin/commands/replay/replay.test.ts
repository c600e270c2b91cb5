import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gzip } from '../../../emulator/case/save-case.ts'
import { readCase } from '../../../emulator/serve/case/read-case.ts'
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

it.each<[string, () => Promise<Uint8Array>, number | undefined, RegExp]>([
  ['a cut file', async () => (await savedCase()).slice(0, 99), undefined, /odd\.case\.gz: .*cut off or damaged/],
  [
    'a missing adapter',
    () => createEmulator({ adapters: [shop] }).saveCase(),
    undefined,
    /odd\.case\.gz: .*needs the adapter "my-shop" .* got none/,
  ],
  [
    'a deviation that there is not',
    async () => gzip(JSON.stringify(readCase(await savedCase())).replace('"deviations":[]', '"deviations":["later"]')),
    undefined,
    /odd\.case\.gz: There is no deviation "later"/,
  ],
  ['a report', async () => Buffer.from('{}'), undefined, /odd\.case\.gz: A case must be a gzip file/],
  ['a request that there is not', savedCase, 5, /odd\.case\.gz: .*--at takes a number up to 0/],
])('refuses %s, with a reason', async (_name, make, at, message) => {
  const file = written('odd.case.gz', await make())
  await expect(replay({ port: undefined, open: false, adapter: [], at }, file, undefined)).rejects.toThrow(message)
})
