// Prefixed ids in the paths of writes (clause 2.1): tokens, commands and groups.
import { encode } from '../../reading/encode.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { findObject, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { noToken } from '../access-tokens/room.ts'
import { spareToken, spareTokens } from '../access-tokens/spare-tokens.ts'
import { withRoom } from '../access-tokens/with-room.ts'
import { acceptedGroup, postGroup } from '../legacy/posted-groups.ts'
import { accessTokensPath } from '../paths.ts'

/** Sends the write with an id in some form. */
type Write = (id: string) => Promise<Exchange>

const isTaken = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** Three letters that no prefix has, and the prefix of another kind of object. */
const foreign = ['zzz_', 'flr_'] as const

/**
 * Sends a write, which the bare id gets accepted, with prefixed ids.
 * @param some Whether one of the prefixes is enough, as the right one is not shown.
 */
async function assertTaken(write: Write, bare: string, prefixes: readonly string[], some: boolean): Promise<void> {
  const refused: { readonly id: string; readonly exchange: Exchange }[] = []
  for (const prefix of prefixes) {
    const id = prefix + bare
    const exchange = await write(id)
    if (isTaken(exchange) && some) return
    if (!isTaken(exchange)) refused.push({ id, exchange })
  }
  const [first] = refused
  if (!first) return
  // What the id names may be gone by now.
  const plain = await write(bare)
  if (!isTaken(plain))
    insufficient(because.refused, phrase`the same write with the bare id is no longer accepted: ${answer(plain)}`)
  fail({
    expected: phrase`the same write to be accepted as with the bare id`,
    got: phrase`${{ list: refused.map(({ id, exchange }) => phrase`${id}: ${answer(exchange)}`), between: '; ' }}`,
    fact: { kind: 'status', wanted: 'success', at: first.exchange },
  })
}

/** The token that stays until the end of the run. */
async function keptToken(session: Session): Promise<string> {
  const { kept } = await spareTokens(session)
  return kept ?? (await noToken(session))
}

/** Renames a token. The answer must be about that token, if it shows one. */
function renameToken(session: Session, kept: string): Write {
  return async function rename(id) {
    const name = `${session.run.id}-${id === kept ? 'bare' : id.slice(0, 3)}`
    const path = `${accessTokensPath(session)}/${id}`
    const exchange = await session.send({ method: 'POST', path, json: { name }, repeatable: true })
    const record = isTaken(exchange) ? findObject(exchange.response.json) : undefined
    const renamed = bareOf(String(memberOf(record, 'id') ?? kept))
    if (renamed !== kept)
      fail({
        expected: phrase`the token ${kept} to be renamed`,
        got: phrase`the token ${renamed}`,
        fact: { kind: 'present', ids: [renamed], at: exchange },
      })
    return exchange
  }
}

/** Creates a token and deletes it by a prefixed id. */
async function assertDeleted(session: Session): Promise<void> {
  const id = (await spareToken(session, 'pre')).id ?? (await noToken(session))
  const remove: Write = (given) => session.send({ method: 'DELETE', path: `${accessTokensPath(session)}/${given}` })
  await assertTaken(remove, id, tokenPrefixes, true)
  const again = await remove(id)
  // A target may answer each DELETE in the same way, whether it deletes or not.
  if (isTaken(again) && !isTaken(await remove(id)))
    fail({
      expected: phrase`the token to be deleted by its prefixed id`,
      got: phrase`a token that only its bare id deletes`,
      fact: { kind: 'status', wanted: 'refusal', at: again },
    })
}

const tokenPrefixes = ['pat_', 'tok_', 'act_', 'prj_', 'wrk_']
const connectionPrefixes = ['adc_', 'con_', 'prj_', 'wrk_']

/** Invokes the declared command of an adapter connection. */
function invoke(session: Session): Write {
  const { name, validBody } = session.run.target.samples!.command!
  const path = (id: string) => `/services/${id}/${encode(name)}`
  return (id) => session.send({ method: 'POST', path: path(id), json: validBody, repeatable: true })
}

const connectionOf = ({ run }: Session): string => bareOf(run.target.samples!.adapterConnectionId!)

/** Creates a group of the declared project, with the body that was accepted. */
async function newGroup(session: Session): Promise<Write> {
  const { body } = await acceptedGroup(session)
  return async (id) => (await postGroup(session, body, {}, `/0/projects/${id}/groups/`)).exchange
}

const projectOf = ({ run }: Session): string => bareOf(run.target.samples!.projectId!)

const renaming = { effect: 'write', needs: ['bearer'], after: ['pat.name-updatable.rename'] } as const
const invoking = {
  effect: 'write',
  needs: ['bearer', 'adapterConnectionId', 'command'],
  after: ['services.invoke.result'],
} as const
const posting: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'write',
  needs: ['legacy', 'projectId'],
  after: ['legacy.groups-post.body'],
}

/** Bare and prefixed ids in writes (clause 2.1). */
export const prefixedWriteChecks: readonly Check[] = [
  defineCheck({
    ...renaming,
    id: 'ids.prefixed-form.renamed-token',
    requirement: 'ids.prefixed-form',
    description:
      'Renames an access token by a prefixed id (one of the likely prefixes is enough): accepted as by its bare id.',
    run: async (session) => {
      const kept = await keptToken(session)
      const write = renameToken(session, kept)
      await assertTaken(write, kept, tokenPrefixes, true)
    },
  }),
  defineCheck({
    ...renaming,
    id: 'ids.prefix-ignored.renamed-token',
    requirement: 'ids.prefix-ignored',
    after: ['ids.prefixed-form.renamed-token'],
    description: 'Renames an access token by its id with a meaningless prefix: accepted as by its bare id.',
    run: async (session) => {
      const kept = await keptToken(session)
      await assertTaken(renameToken(session, kept), kept, session.run.rotation.some(foreign, 1), false)
    },
  }),
  defineCheck({
    ...renaming,
    id: 'ids.prefixed-form.deleted-token',
    requirement: 'ids.prefixed-form',
    after: ['pat.revoke.refused'],
    description:
      'DELETEs an access token by a prefixed id (one of the likely prefixes is enough): accepted as by its bare id, and a DELETE by the bare id then deletes nothing more.',
    run: (session) => withRoom(session, () => assertDeleted(session)),
  }),
  defineCheck({
    ...invoking,
    id: 'ids.prefixed-form.command',
    requirement: 'ids.prefixed-form',
    description:
      'POSTs a command with a prefixed id of its adapter connection (one of the likely prefixes is enough): accepted as with the bare id.',
    run: async (session) => {
      await assertTaken(invoke(session), connectionOf(session), connectionPrefixes, true)
    },
  }),
  defineCheck({
    ...invoking,
    id: 'ids.prefix-ignored.command',
    requirement: 'ids.prefix-ignored',
    after: ['ids.prefixed-form.command'],
    description: 'POSTs a command with a meaningless prefix before the id of its adapter connection: accepted.',
    run: async (session) =>
      await assertTaken(invoke(session), connectionOf(session), session.run.rotation.some(foreign, 1), false),
  }),
  defineCheck({
    ...posting,
    id: 'ids.known-prefixes.new-group',
    requirement: 'ids.known-prefixes',
    sameFaultAs: ['ids.prefixed-form.catalog', 'ids.prefixed-form.issue'],
    description: 'POSTs to the groups of a project with prj_ before its id: accepted as with the bare id.',
    run: async (session) => await assertTaken(await newGroup(session), projectOf(session), ['prj_'], false),
  }),
  defineCheck({
    ...posting,
    id: 'ids.prefix-ignored.new-group',
    requirement: 'ids.prefix-ignored',
    after: ['ids.known-prefixes.new-group'],
    description: 'POSTs to the groups of a project with a meaningless prefix before its id: accepted.',
    run: async (session) =>
      await assertTaken(await newGroup(session), projectOf(session), session.run.rotation.some(foreign, 1), false),
  }),
]
