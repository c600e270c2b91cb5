// Which checks can notice a change in a room of conformance/checks/.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { checks } from '../../conformance/checks/checks.ts'
import type { Check } from '../../conformance/judge/define-check.ts'
import { root, rulesFolder } from './load.ts'
import { noRoom } from './room-of.ts'

/** The checks that a room declares, as they run; none for the files beside the rooms, which tests decide. */
export async function checksOfRoom(room: string): Promise<readonly Check[]> {
  if (room === noRoom) return []
  const files = new Set<string>()
  for (const file of globSync(`${rulesFolder}/${room}/**/*-checks.ts`, { cwd: root })) {
    const module = (await import(pathToFileURL(`${root}${file}`).href)) as Readonly<Record<string, unknown>>
    for (const value of Object.values(module).flat())
      if (typeof value === 'object' && value !== null && 'requirement' in value) files.add((value as Check).id)
  }
  return checks.filter(({ id }) => files.has(id))
}
