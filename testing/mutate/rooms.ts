// Which checks can notice a change in a room of conformance/rules/.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { checks } from '../../conformance/rules/checks.ts'
import type { Check } from '../../conformance/run/define-check.ts'
import { root, rulesFolder } from './load.ts'
import { noRoom } from './room-of.ts'

/** The checks that a room declares, as they run; all of them for a room that others build on. */
export async function checksOfRoom(room: string): Promise<readonly Check[]> {
  const own = new Set<string>()
  if (room !== noRoom && room !== 'lists') {
    for (const file of globSync(`${rulesFolder}/${room}/**/*-checks.ts`, { cwd: root })) {
      const module = (await import(pathToFileURL(`${root}${file}`).href)) as Readonly<Record<string, unknown>>
      for (const value of Object.values(module).flat())
        if (typeof value === 'object' && value !== null && 'requirement' in value) own.add((value as Check).id)
    }
  }
  return own.size === 0 ? checks : checks.filter(({ id }) => own.has(id))
}
