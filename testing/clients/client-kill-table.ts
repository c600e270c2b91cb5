// The second half of conformance/KILL-MATRIX.md: what the judge of clients makes of broken ones.
import { clientRequirements } from '../../conformance/client/catalogue/requirements.ts'
import { wireChecks } from '../../conformance/client/checks/checks.ts'
import { brokenClients } from './broken/broken-clients.ts'
import type { ClientKill } from './judge-broken.ts'
import { racingClients } from './racing/racing-clients.ts'

/** The heading under which the table stands. */
const clientKillHeading = '# What the judge of clients catches'

const introduction = `Each client is the careful one of \`testing/clients/careful\` with one bug. Beside it stand the
requirement that it breaks, the check that is meant to catch it, and does, and the other requirements that it does not
keep. A check that ends in \`.value\` compares what the client reported with the world. Clients
whose names begin with \`race-\` are small ones of \`testing/clients/racing\`, each judged in the orders of its
requests that are played by default.`

/** The table of what the judge makes of each broken client, sorted by name. */
export function toClientKillTable(kills: readonly ClientKill[]): string {
  const wrongs = new Map([...brokenClients, ...racingClients].map(({ name, wrong }) => [name, wrong]))
  const rows = [...kills]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, requirement, caughtBy = 'NOT CAUGHT', others }) => {
      const wrong = wrongs.get(name)!.replaceAll('|', String.raw`\|`)
      return `| ${name} | ${wrong} | ${requirement} | ${caughtBy} | ${others.join(', ') || '–'} |`
    })
  const judged = clientRequirements.filter(({ level }) => level !== 'silent').length
  return `${clientKillHeading}

${introduction}

${kills.length} broken clients, ${wireChecks.length} checks of requests, ${judged} requirements that are judged.

| client | what it does | requirement | caught by | also broken |
|---|---|---|---|---|
${rows.join('\n')}
`
}

/** The two halves of the committed matrix: of servers, and of clients with an empty line before. */
export function killMatrixHalves(text: string): readonly [servers: string, clients: string] {
  const start = text.indexOf(`\n${clientKillHeading}`)
  return start < 0 ? [text, ''] : [text.slice(0, start), text.slice(start)]
}
