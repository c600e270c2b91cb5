// --export-on-exit: holds its file from the start on, and writes all worlds at the end.
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { WorldSnapshot } from '../../emulator/world/snapshot.ts'
import { snapshotText } from '../../emulator/world/snapshot-text.ts'
import { assertWritable } from '../files.ts'
import { blaming } from '../usage-of.ts'
import { writeWhole } from '../write-whole.ts'
import { holdFile } from './file-lock.ts'

/**
 * Checks before the work that the export can be written, and that no other emulator will write it.
 * @returns what gives the file free.
 * @throws UsageError
 */
export function holdExport(file: string): () => void {
  return blaming('--export-on-exit', () => {
    assertWritable(file)
    return holdFile(file)
  })
}

/** Writes all worlds. @throws UsageError */
export function exportWorlds(file: string, { worlds }: Emulator): void {
  const [, ...names] = worlds.names
  const named = new Map<string, WorldSnapshot>()
  // Looking at one world may evict another, where the memory of all is bounded.
  for (const name of names) if (worlds.has(name)) named.set(name, worlds.use(name).snapshot())
  blaming('--export-on-exit', () => writeWhole(file, withNewline(snapshotText(worlds.default.snapshot(), named))))
}

function* withNewline(text: Iterable<string>): Generator<string, void> {
  yield* text
  yield '\n'
}
