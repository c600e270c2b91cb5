// The rooms whose assertions are changed: those of conformance/checks/, and the folders of the judge of clients.
import { clientFolder, rulesFolder } from './load.ts'

/** The name of the files beside the rooms. */
export const noRoom = 'rules'

/** The prefix of the rooms of the judge of clients. */
export const clientRooms = 'client/'

/** The room of a file: the folder of conformance/checks/ that it is in, or the one of conformance/client/. */
export function roomOf(file: string): string {
  const isClient = file.startsWith(`${clientFolder}/`)
  const [room, ...rest] = file.slice((isClient ? clientFolder : rulesFolder).length + 1).split('/')
  if (isClient) return `${clientRooms}${room}`
  return rest.length === 0 ? noRoom : room!
}

/** The folder of the tests that come first in a room, from the root. Those of the judge of clients are all quick. */
export function testsOf(room: string): string {
  return room.startsWith(clientRooms) ? clientFolder : `${rulesFolder}/${room}`
}
