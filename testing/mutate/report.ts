// The report conformance/MUTATION.md: made from runs of some rooms, it keeps what it says of the others.
import type { Result } from './mutate-room.ts'
import { reasons, type Reason } from './reasons.ts'
import { type Mutant, mutantsOf, type MutationSite } from './mutation-sites.ts'

/** Where the report is, from the root. */
export const reportPath = 'conformance/MUTATION.md'
/** So many of a hundred changes may survive. */
export const mostSurvivors = 2

const introduction = `Made by \`npm run mutate\`, apart from the tests. One assertion of one check at a time is taken
out or turned round: the condition before a verdict, an operand of it, or a call that may end a check. A change is
killed if the emulator, a combination of conventions, a deviation, a right server or a test of the checks comes out
otherwise. The rooms that begin with \`client/\` are folders of conformance/client: there, every early return and every
finding is an assertion, and a change is killed if the careful client, under the emulator's own conventions or a
combination of them, a broken client or a test of the judge comes out otherwise. What the clients sent and reported is
recorded once, and the changed judge judges the records.`

/** A change that nothing noticed, as the report names it. */
export interface Survivor {
  readonly room: string
  readonly file: string
  readonly change: string
  readonly text: string
}

interface RoomCount {
  readonly room: string
  readonly changes: number
  readonly killed: number
}

/** The report as data. */
export interface Report {
  readonly rooms: readonly RoomCount[]
  readonly survivors: readonly Survivor[]
}

/** As much of a condition as the report shows. */
const cutOf = (text: string): string => text.slice(0, 160)

/** The changes of a room that a report says survived. */
export function survivingMutants(
  { survivors }: Report,
  sites: readonly MutationSite[],
  room: string,
): readonly Mutant[] {
  return mutantsOf(sites).filter((mutant) => {
    const { file, text } = sites[mutant.site]!
    return survivors.some(
      (survivor) =>
        survivor.room === room &&
        survivor.file === file &&
        survivor.change === mutant.change &&
        survivor.text === cutOf(text),
    )
  })
}

/** Reports on the runs of one room. */
export function reportOf(room: string, results: readonly Result[]): Report {
  const survived = results.filter(({ killedBy }) => killedBy === undefined)
  return {
    rooms: [{ room, changes: results.length, killed: results.length - survived.length }],
    survivors: survived.map(({ site: { file, text }, mutant: { change } }) => ({
      room,
      file,
      change,
      text: cutOf(text),
    })),
  }
}

/** The first report, with the rooms of the second in place of its own. */
export function merged(old: Report, fresh: Report): Report {
  const names = new Set(fresh.rooms.map(({ room }) => room))
  const both = <T extends { readonly room: string }>(before: readonly T[], now: readonly T[]): readonly T[] =>
    [...before.filter(({ room }) => !names.has(room)), ...now].toSorted((left, right) =>
      left.room < right.room ? -1 : left.room > right.room ? 1 : 0,
    )
  return { rooms: both(old.rooms, fresh.rooms), survivors: both(old.survivors, fresh.survivors) }
}

/** The reason why a change need not be noticed. */
export function reasonFor({ file, change, text }: Survivor): Reason | undefined {
  return reasons.find((reason) => reason.file === file && reason.change === change && cutOf(reason.text) === text)
}

/** Reasons for changes of these rooms that are noticed, or that do not exist. */
export function staleReasons({ rooms, survivors }: Report, roomOf: (file: string) => string): readonly Reason[] {
  const names = new Set(rooms.map(({ room }) => room))
  const used = new Set(survivors.map((survivor) => reasonFor(survivor)))
  return reasons.filter((reason) => names.has(roomOf(reason.file)) && !used.has(reason))
}

/** The text of the report. */
export function toMarkdown({ rooms, survivors }: Report): string {
  const total = rooms.reduce((sum, { changes }) => sum + changes, 0)
  const killed = rooms.reduce((sum, room) => sum + room.killed, 0)
  const rows = rooms.map(
    (room) => `| ${room.room} | ${room.changes} | ${room.killed} | ${room.changes - room.killed} | ${shareOf(room)} |`,
  )
  const lines = survivors.map((survivor) => {
    const reason = reasonFor(survivor)?.reason ?? 'none yet'
    return `| ${survivor.room} | ${survivor.file} | ${survivor.change} | \`${survivor.text.replaceAll('|', '\\|')}\` | ${reason} |`
  })
  return `# What the tests notice

${introduction}

${total} changes, ${killed} killed, ${total - killed} survived (${shareOf({ changes: total, killed })}).

| room | changes | killed | survived | share |
|---|---|---|---|---|
${rows.join('\n')}

## What survived

| room | file | change | of | reason |
|---|---|---|---|---|
${lines.join('\n')}
`
}

function shareOf({ changes, killed }: Omit<RoomCount, 'room'>): string {
  return `${changes === 0 ? '0.0' : ((100 * (changes - killed)) / changes).toFixed(1)} %`
}

/** Reads a report that `toMarkdown` wrote. */
export function parseReport(markdown: string): Report {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| room |'))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /))
  return {
    rooms: rows
      .filter(([, count]) => /^\d+$/.test(count ?? ''))
      .map(([room = '', changes, killed]) => ({ room, changes: Number(changes), killed: Number(killed) })),
    survivors: rows
      .filter(([, file]) => file?.endsWith('.ts') === true)
      .map(([room = '', file = '', change = '', text = '']) => ({
        room,
        file,
        change,
        text: text.slice(1, -1).replaceAll('\\|', '|'),
      })),
  }
}
