// The rooms of conformance/rules/, and that of the judge of clients, without loading a check.
import { clientFolder, rulesFolder } from './load.ts'

/** The name of the files beside the rooms. */
export const noRoom = 'rules'

/** The name of the judge of clients. */
export const clientRoom = 'client'

/** The room of a file: the folder of conformance/rules/ that it is in. */
export function roomOf(file: string): string {
  if (file.startsWith(`${clientFolder}/`)) return clientRoom
  const [room, ...rest] = file.slice(rulesFolder.length + 1).split('/')
  return rest.length === 0 ? noRoom : room!
}
