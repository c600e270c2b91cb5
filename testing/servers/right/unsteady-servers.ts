// Right servers with moods: late lists, other clients that write, quotas, clocks that are wrong. SPEC.md states nothing
// about how soon a list shows a change, how many tokens a user may have, or what the clock of the service says.
import { mostDecided, type RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'

const moody = (name: string, description: string, choices: Choices, decided?: number): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
  ...(decided === undefined ? {} : { decided }),
})

/** Servers that lock out who sends wrong credentials. SPEC.md states nothing about it, and every check needs some. */
const locking = (name: string, description: string, choices: Choices, decided: number): RightServer => ({
  ...moody(name, description, choices, decided),
  blockedBy:
    /no longer accepts the|no (?:second|Bearer) token|listed afterwards|no access token was given|many failed log-ins/,
})

const busy = { product: 150, environment: 30, resource: 150, event: 150, group: 60 }

/** Right servers with one mood. */
export const unsteadyServers: readonly RightServer[] = [
  moody('lists three seconds late', 'A search index behind the lists.', { moods: { listLag: 3000, latency: 20 } }),
  moody('lists half a second late', 'A replica behind the lists.', { moods: { listLag: 500, latency: 20 } }),
  moody('everything a second late, credentials included', 'A replica behind every read.', {
    moods: { lag: 1000, latency: 20 },
  }),
  moody(
    'everything 300 ms late, credentials included',
    'The same, a little behind.',
    {
      moods: { lag: 300, latency: 20 },
    },
    mostDecided,
  ),
  moody(
    'lists 300 ms late',
    'The same, behind the lists alone.',
    { moods: { listLag: 300, latency: 20 } },
    mostDecided,
  ),
  moody('two tokens for a user', 'A quota. Clause 8 shows no such limit, and denies none.', { moods: { quota: 2 } }),
  moody('five tokens for a user', 'The same, where some may be made.', { moods: { quota: 5 } }, mostDecided),
  moody('one token for a user', 'The same, at its least.', { moods: { quota: 1 } }, 140),
  moody('records created at every third request', 'Other clients of a shared account.', {
    moods: { createsEvery: 3 },
    data: { counts: busy },
  }),
  moody('records created at every fourth request, one on a page', 'The same, in the smallest pages.', {
    moods: { createsEvery: 4 },
    limit: { usual: 1, most: 100, above: 400 },
    linkPageSize: 1,
  }),
  moody('records created at every request', 'The same, at its worst.', { moods: { createsEvery: 1 } }, 140),
  moody('records deleted at every fifth request', 'A clean-up job.', {
    moods: { deletesEvery: 5 },
    data: { counts: busy },
  }),
  moody('records created and deleted', 'A test environment in use.', {
    moods: { createsEvery: 4, deletesEvery: 5 },
    data: { counts: busy },
  }),
  moody('cursors of deleted records refused, and records deleted at every fifth request', 'A join on the cursor.', {
    moods: { deletesEvery: 5 },
    data: { counts: busy },
    deletedCursors: 'refused',
  }),
  moody(
    'cursors of deleted records refused, and records deleted at every tenth request',
    'The same, more slowly.',
    {
      moods: { deletesEvery: 10 },
      data: { counts: busy },
      deletedCursors: 'refused',
    },
    mostDecided,
  ),
  moody('cursors of deleted records refused, and records created and deleted', 'The same, in use.', {
    moods: { createsEvery: 4, deletesEvery: 5 },
    data: { counts: busy },
    deletedCursors: 'refused',
  }),
  moody('a clock five minutes ahead', 'No time server.', { moods: { skew: 300_000 } }),
  moody('a clock five minutes behind', 'The same.', { moods: { skew: -300_000 } }),
  locking(
    'an address blocked after 15 failed log-ins',
    'As by fail2ban: 403 for everything, to every caller at the address.',
    { moods: { addressLock: 15, addressLockStatus: 403 } },
    150,
  ),
  locking(
    'an address blocked after 5 failed log-ins, by 429',
    'The same, with less patience, as by a gateway.',
    { moods: { addressLock: 5 } },
    150,
  ),
  locking(
    'an address blocked after 5 refusals, also of requests without credentials',
    'As by a firewall that counts the answers 401. It says 401 to everything then.',
    { moods: { addressLock: 5, addressLockStatus: 401, addressLockByAnyRefusal: true } },
    240,
  ),
  locking('a client locked after two refusals', 'As by banks.', { moods: { clientLock: 2 } }, 150),
  moody('answers of a second', 'A service behind a slow line.', { moods: { latency: 1000 } }),
]

/** Right servers with two or three moods at once. */
export const mixedUnsteadyServers: readonly RightServer[] = [
  moody('late lists and other clients', 'A shared account behind a search index.', {
    moods: { listLag: 1000, latency: 20, createsEvery: 5 },
    data: { counts: busy },
  }),
  moody('late lists and a quota', 'A small plan behind a replica.', {
    moods: { listLag: 3000, latency: 20, quota: 2 },
  }),
  moody(
    'late lists, other clients and a quota',
    'All of these.',
    { moods: { listLag: 2000, latency: 20, createsEvery: 4, deletesEvery: 7, quota: 3 }, data: { counts: busy } },
    140,
  ),
  moody('a wrong clock and short tokens', 'Tokens of a minute from a clock ten minutes ahead.', {
    moods: { skew: 600_000, latency: 50 },
    oauth: { lifetime: 60, refresh: 'none' },
  }),
  moody('other clients, 404 for strangers and small pages', 'Three habits that are common alone.', {
    moods: { createsEvery: 4 },
    status: { stranger: 404 },
    limit: { usual: 5, most: 20, above: 400 },
    data: { counts: busy },
  }),
]
