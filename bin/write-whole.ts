import { writeFile } from '../emulator/serve/write-file.ts'
import { cannotWrite, reasonOf } from './files.ts'

export { finalPath } from '../emulator/serve/write-file.ts'

/** Writes a file atomically. @throws UsageError that names the file. */
export function writeWhole(file: string, text: string | Iterable<string>, mode?: number): void {
  try {
    writeFile(file, text, { mode })
  } catch (error) {
    throw cannotWrite(file, reasonOf(error))
  }
}
