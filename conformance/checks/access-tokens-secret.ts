import { type Check, defineCheck, type Observer } from '../define-check.ts'
import { listAtFirst, mainSecret, mainToken } from '../discovery/access-tokens.ts'
import { renamed } from '../discovery/access-tokens-changes.ts'
import { revoked } from '../discovery/access-tokens-end.ts'
import { accessTokensPath } from '../discovery/access-tokens-list.ts'
import { secretsIn } from '../discovery/access-tokens-secret.ts'
import { findObject, isObject } from '../discovery/find-list.ts'
import type { Exchange } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, fail, insufficient, notApplicable } from '../verdict.ts'
import { tour } from './tour.ts'

const needs = ['bearer'] as const

async function assertAbsent(session: Session, exchange: Exchange, secret: string | undefined, where: string): Promise<void> {
  if (secret === undefined) blocked('no secret was found in the answer to the creation')
  if (exchange.response.text.includes(secret)) fail('the secret in the answer to the creation alone', `it again in ${where}`)
}

const theSecret = async (session: Session): Promise<string | undefined> => (await mainSecret(session)).at?.text

interface Sighting {
  readonly created: Exchange
  again: Exchange | undefined
  used: boolean
}

/** What a creation of a token answered; its request is known by its three members, whatever the path. */
function createdBy({ request, response }: Exchange): readonly string[] {
  if (request.method !== 'POST' || response.status >= 300 || !request.body?.includes('"expires_at"')) return []
  const sent = parsed(request.body)
  const record = findObject(response.json)
  if (!isObject(sent) || !['name', 'scopes', 'expires_at'].every((member) => sent[member] !== undefined) || !record) return []
  return secretsIn(response.json, sent, record['id'] as string).map(({ text }) => text)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** Remembers the texts that may be secrets, and for each the first later answer that shows it: no bodies are kept. */
function watchSecrets(): Observer {
  const sightings = new Map<string, Sighting>()
  const evidence: Exchange[] = []
  return {
    evidence,
    see(exchange) {
      const { request, response } = exchange
      const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1]
      const used = bearer === undefined ? undefined : sightings.get(bearer)
      if (used && response.status < 300) used.used = true
      for (const [text, sighting] of sightings) if (sighting.again === undefined && response.text.includes(text)) sighting.again = exchange
      for (const text of createdBy(exchange)) if (!sightings.has(text)) sightings.set(text, { created: exchange, again: undefined, used: false })
    },
    conclude() {
      // Only a text that was accepted as Bearer is a secret for sure.
      const secrets = [...sightings.values()].filter(({ used }) => used)
      const shown = secrets.find(({ again }) => again !== undefined)
      if (shown?.again) {
        evidence.push(shown.created, shown.again)
        fail('each secret in the answer to its creation alone', `one again at ${shown.again.request.method} ${new URL(shown.again.request.url).pathname}`)
      }
      if (sightings.size === 0) notApplicable('no personal access token was created: give --allow-writes, or allowWrites in the target file')
      if (secrets.length === 0) insufficient('no secret of a new token was accepted as Bearer')
      return { remark: `${secrets.length} secrets` }
    },
  }
}

/** The secret is shown once (clauses 2.2, 4.2 and 5.3). */
export const accessTokenSecretChecks: readonly Check[] = [
  defineCheck({
    id: 'pat.secret-once.list', requirement: 'pat.secret-once', effect: 'write', needs, after: ['pat.secret-shown.creation', 'pat.list.created'], description: 'Lists the tokens behind a creation: no answer holds the secret.',
    run: async (session) => {
      for (const exchange of (await listAtFirst(session)).exchanges) await assertAbsent(session, exchange, await theSecret(session), 'the list')
    },
  }),
  defineCheck({
    id: 'pat.secret-once.retrieve', requirement: 'pat.secret-once', effect: 'write', needs, after: ['pat.secret-shown.creation'], description: 'GETs /access-tokens/{id}, which is not documented: whatever it answers, it does not hold the secret.',
    run: async (session) => {
      const exchange = await session.send({ path: `${accessTokensPath(session)}/${(await mainToken(session)).id}` })
      await assertAbsent(session, exchange, await theSecret(session), 'the answer to GET')
    },
  }),
  defineCheck({
    id: 'pat.secret-once.rename', requirement: 'pat.secret-once', effect: 'write', needs, after: ['pat.secret-shown.creation', 'pat.name-updatable.rename'], description: 'Renames a token: neither the answer nor the list behind it holds the secret.',
    run: async (session) => {
      const { exchange, list } = await renamed(session)
      const secret = await theSecret(session)
      await assertAbsent(session, exchange, secret, 'the answer to its new name')
      for (const page of list.exchanges) await assertAbsent(session, page, secret, 'the list behind a new name')
    },
  }),
  defineCheck({
    id: 'pat.secret-once.revoke', requirement: 'pat.secret-once', effect: 'write', needs, after: ['pat.secret-shown.creation', 'pat.revoke-unlists.list'], description: 'Revokes a token: the answer does not hold its secret.',
    run: async (session) => {
      const { exchange, secret } = await revoked(session)
      await assertAbsent(session, exchange, secret, 'the answer to its revocation')
    },
  }),
  defineCheck({
    id: 'pat.secret-once.later', requirement: 'pat.secret-once', reads: tour, description: 'Reads every answer of the run behind a creation: none holds a secret that was accepted as Bearer.',
    observe: watchSecrets,
  }),
]
