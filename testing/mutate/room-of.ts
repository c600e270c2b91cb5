// The rooms of conformance/rules/, without loading a check.
import { rulesFolder } from './load.ts'

/** The name of the files beside the rooms. */
export const noRoom = 'rules'

/** The room of a file: the folder of conformance/rules/ that it is in. */
export function roomOf(file: string): string {
  const [room, ...rest] = file.slice(rulesFolder.length + 1).split('/')
  return rest.length === 0 ? noRoom : room!
}
