// `npm run mutate [ROOM…]` changes the checks of rooms, one assertion at a time, and writes conformance/MUTATION.md.
// `client` stands for the rooms of the judge of clients.
// `npm run mutate -- --survivors [ROOM…]` makes the changes again that the report says survived, and writes nothing.
// `npm run mutate FILE…` makes the changes of some files, or folders, and writes nothing.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Clock } from '../../emulator/world/clock.ts'
import { findSites, root } from './load.ts'
import { type UnchangedTests, mutantsOfRoom, mutateRoom } from './mutate-room.ts'
import { MutationPool } from './pool.ts'
import {
  merged,
  mostSurvivors,
  parseReport,
  reasonFor,
  type Report,
  reportOf,
  reportPath,
  staleReasons,
  survivingMutants,
  toMarkdown,
} from './report.ts'
import { roomOf } from './room-of.ts'
import { type Selection, toSelection } from './selection.ts'

const sites = findSites()
const onlySurvivors = process.argv.includes('--survivors')
const selection = select(process.argv.slice(2).filter((word) => word !== '--survivors'))
const writes = selection.isWhole && !onlySurvivors

function select(words: readonly string[]): Selection {
  try {
    return toSelection(words, sites)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** More than the machine has cores, as some runs wait. */
const threads = 4
const recordings = mkdtempSync(join(tmpdir(), 'mutate-'))
const pool = new MutationPool(threads, { recordings, start: new Clock().now() })
const path = `${root}${reportPath}`
const tests: UnchangedTests = new Map()
const readReport = (): Report =>
  existsSync(path) ? parseReport(readFileSync(path, 'utf8')) : { rooms: [], survivors: [] }
let fresh: Report = { rooms: [], survivors: [] }
for (const room of selection.rooms) {
  const all = onlySurvivors ? survivingMutants(readReport(), sites, room) : mutantsOfRoom(sites, room)
  const mutants = all.filter(({ site }) => selection.has(sites[site]!.file))
  const results = await mutateRoom(pool, room, { sites, mutants }, tests, (survived, of) => {
    console.log(`${room}: ${survived} of ${of} left`)
  })
  const mutated = reportOf(room, results)
  fresh = merged(fresh, mutated)
  for (const { killedBy, site, mutant } of results)
    if (killedBy === undefined) console.log(`survived: ${mutant.change} ${site.file}:${site.line} ${site.text}`)
  // Each room is written at once, as the whole takes long.
  if (writes) writeFileSync(path, toMarkdown(merged(readReport(), mutated)))
}
await pool.close()
rmSync(recordings, { recursive: true })

const stale = writes ? staleReasons(fresh, roomOf) : []
for (const { file, change, text } of stale)
  console.error(
    `Stale: testing/mutate/reasons.ts names ${file}, ${change}: ${text}. It is noticed, or no longer there.`,
  )
const open = fresh.survivors.filter((survivor) => !reasonFor(survivor))
const changes = fresh.rooms.reduce((sum, room) => sum + room.changes, 0)
console.log(`${changes} changes, ${fresh.survivors.length} survived, ${open.length} of these without a reason.`)
const isTooMany = fresh.survivors.length > (changes * mostSurvivors) / 100
process.exitCode = stale.length > 0 || open.length > 0 || isTooMany ? 1 : 0
