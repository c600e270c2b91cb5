import { defaultConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { shortJson } from '../../emulator/tools/short-text.ts'

/** The most names to list of one kind. */
const mostNamed = 4

/** The differences from a plain emulator, in one line. Undefined if there are none. */
export function activeText({ deviations, conventions, scenarios, faults }: Emulator): string | undefined {
  const changed = Object.entries(conventions).flatMap(([name, value]) => {
    const isDefault = shortJson(value) === shortJson(defaultConventions[name as keyof Conventions])
    return isDefault ? [] : [`${name}=${typeof value === 'string' ? value : shortJson(value)}`]
  })
  const parts = [
    listText('deviation', [...deviations.names]),
    listText('convention', changed),
    listText('scenario', [...scenarios.names]),
    listText('fault', faults.pending.map(faultText)),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : `Active: ${parts.join('; ')}`
}

/** A fault without the counts that every fault has. */
function faultText({ times, skip, ...fault }: Fault): string {
  return shortJson({ ...fault, ...(times === 1 ? {} : { times }), ...(skip === 0 ? {} : { skip }) })
}

function listText(kind: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return `${kind}${names.length === 1 ? '' : 's'} ${names.slice(0, mostNamed).join(', ')}${more}`
}
