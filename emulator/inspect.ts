// Defines how console.log of Node prints an emulator and its parts: their contents and their methods.
import { ActiveDeviations } from './disturb/deviations/active-deviations.ts'
import { Faults } from './disturb/faults/faults.ts'
import { Scenarios } from './disturb/scenarios/scenarios.ts'
import { Emulator } from './emulator.ts'
import { Journal } from './journal/journal.ts'
import { Clock } from './world/clock.ts'
import { dataMethods, WorldData } from './world/data/data.ts'
import { World } from './world/world.ts'
import { Worlds } from './world/worlds.ts'
import { toIso } from './tools/time.ts'

/** The name of the method that console.log of Node calls. */
const printing = Symbol.for('nodejs.util.inspect.custom')

/** The most worlds that are named. */
const mostNames = 10

/** Sets the printed texts of these classes. */
export function printByContents(): void {
  definePrinting(Clock, clockLine)
  definePrinting(WorldData, dataLine)
  definePrinting(Journal, journalLine)
  definePrinting(Faults, faultsLine)
  definePrinting(Scenarios, scenariosLine)
  definePrinting(Worlds, worldsLine)
  definePrinting(ActiveDeviations, deviationsLine)
  definePrinting(World, (world) =>
    titledLines(`World ${world.name}`, {
      ...worldParts(world),
      also: 'fetch, stub, credentials, samples, snapshot, restore, reset',
    }),
  )
  definePrinting(Emulator, (emulator) =>
    titledLines(`Emulator of seed ${emulator.seed}`, {
      ...worldParts(emulator),
      worlds: worldsLine(emulator.worlds),
      deviations: deviationsLine(emulator.deviations),
      also: 'fetch, stub, credentials, samples, seed, adapters, basePath, publicUrl',
      and: 'conventions, setConventions, snapshot, restore, fork, reset, saveCase',
    }),
  )
}

function definePrinting<Printed>(type: { readonly prototype: Printed }, textOf: (printed: Printed) => string): void {
  Object.defineProperty(type.prototype, printing, {
    configurable: true,
    value(this: Printed) {
      return textOf(this)
    },
  })
}

const clockLine = (clock: Clock) =>
  `${toIso(clock.now())}, ${clock.frozen ? 'frozen' : 'running'}: now, advance, set, freeze, unfreeze`
const dataLine = (data: WorldData) => `${countOrNo(data.total, 'record')}: ${dataMethods.join(', ')}`
const journalLine = ({ size }: Journal) => `${countOrNo(size, 'request')}: find, one, exactly, unread, clear`
const faultsLine = ({ pending }: Pick<Faults, 'pending'>) =>
  `${countOrNo(pending.length, 'pending fault')}: pending, add, stub, set, clear`
const scenariosLine = ({ names }: Scenarios) => `${names.join(', ') || 'none'}: names, add, set, clear`
const deviationsLine = ({ names }: ActiveDeviations) => `${names.join(', ') || 'none'}: names, active, add, set, clear`
const worldsLine = ({ names }: Worlds) => {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${names.slice(0, mostNames).join(', ')}${more}: use, create, drop, has, names, default`
}

function worldParts({ clock, data, requests, faults, scenarios }: World | Emulator): Readonly<Record<string, string>> {
  return {
    clock: clockLine(clock),
    data: dataLine(data),
    requests: journalLine(requests),
    faults: faultsLine(faults),
    scenarios: scenariosLine(scenarios),
  }
}

function titledLines(title: string, parts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(parts).map(({ length }) => length)) + 2
  return [title, ...Object.entries(parts).map(([name, text]) => `  ${name.padEnd(width)}${text}`)].join('\n')
}

/** A count in words, such as `no records`, `1 record` and `1,200 records`. */
function countOrNo(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
