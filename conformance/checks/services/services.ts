// Sends the requests of the Services API checks, and reads the answers.
import { at, type DocumentedPath } from '../../catalogue/operation-paths.ts'
import { see } from '../../conclusions/cause.ts'
import { blocked } from '../../conclusions/conclusion.ts'
import { isObject } from '../../reading/find-list.ts'
import { bundleSchema } from '../../reading/bundle-schema.ts'
import { type ListedSchema, listedSchema } from '../../reading/commands.ts'
import { findSchemas } from '../../reading/schemas.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { prefixVersion } from '../paths.ts'
import { bodyValidator } from './body-validator.ts'
import type { ReadSchema } from './invalid-bodies.ts'

/** The id of the connection that the target file declares. */
export const declaredConnection = (session: Session): string => session.run.target.samples!.adapterConnectionId!

const capabilitiesPath = (session: Session): DocumentedPath =>
  at('services.capabilities', { adapterConnectionId: declaredConnection(session) })

/** The capabilities of the declared connection. */
export const capabilitiesAnswer = (session: Session): Promise<Exchange> =>
  askOnce(session, { path: capabilitiesPath(session) })

/** Invokes a command of the declared connection with a body, once per run for the same command and body. */
export const sendCommand = (session: Session, command: string, body: unknown): Promise<Exchange> =>
  askOnce(session, {
    method: 'POST',
    path: at('services.invoke', { adapterConnectionId: declaredConnection(session), command }),
    json: body,
    repeatable: true,
  })

/** Invokes samples.command with its body. */
export function invokeSample(session: Session): Promise<Exchange> {
  const { name, validBody } = session.run.target.samples!.command!
  return sendCommand(session, name, validBody)
}

/** A command that does not exist: its name, and the answer to the valid body of another command. */
export const missingCommand: Once<[], { readonly name: string; readonly exchange: Exchange }> = oncePerRun(
  async (session) => {
    const name = `no-${session.run.random.text(12)}`
    return { name, exchange: await sendCommand(session, name, session.run.target.samples!.command!.validBody) }
  },
)

/** A schema and its validator. */
export function readSchema({ schema, original, within }: ListedSchema): ReadSchema {
  const bundled = bundleSchema(original, within)
  const dialect = [original, ...within].map((part) => (isObject(part) ? part['$schema'] : undefined)).find(Boolean)
  return { schema, forbids: bundled && bodyValidator(bundled, dialect) }
}

/** The schema of samples.command in the capabilities, if they show one. */
export const sampleSchema: Once<[], ReadSchema | undefined> = oncePerRun(async (session) => {
  const { name, validBody } = session.run.target.samples!.command!
  const listed = listedSchema((await capabilitiesAnswer(session)).response.json, name, validBody)
  return listed && readSchema(listed)
})

/** The objection of the shown schema to samples.command.validBody, if any. */
export async function faultOfValidBody(session: Session): Promise<Phrase | undefined> {
  const objections = (await sampleSchema(session))?.forbids?.(session.run.target.samples!.command!.validBody) ?? []
  const [first] = objections
  if (!first) return undefined
  const member = first.lacks === undefined ? '' : phrase` (no member ${first.lacks})`
  return phrase`the ${first.keyword} at ${first.at === '' ? phrase`its top` : first.at}${member}`
}

/** Resolves to true if the Services API is served only with a version in its path. */
export async function isVersioned(session: Session): Promise<boolean> {
  if (hasSuccessStatus(await capabilitiesAnswer(session))) return false
  const answered = await askOnce(session, { path: prefixVersion(session, capabilitiesPath(session)) })
  return hasSuccessStatus(answered) && findSchemas(answered.response.json).length > 0
}

/** @throws Conclusion `blocked` if the Services API is served only with a version in its path. */
export async function assertUnversioned(session: Session): Promise<void> {
  if (await isVersioned(session))
    blocked(
      see('services.unversioned'),
      phrase`the Services API is at /${session.run.version}/services; see services.unversioned`,
    )
}

/**
 * Returns true if an invalid body was accepted like the valid one. A success may still contain a refusal, as statuses
 * are not shown.
 * @returns undefined if the answer is neither a refusal nor like the good answer, or if the command is accepted for
 * later and may still be refused.
 */
export function acceptsInvalid(exchange: Exchange, good: Exchange): boolean | undefined {
  if (!hasSuccessStatus(exchange)) return false
  if (exchange.response.status === 202) return undefined
  const { json } = exchange.response
  const { json: goodJson } = good.response
  if (serves(good) && !serves(exchange)) return false
  if (!isObject(json) || !isObject(goodJson))
    return (
      (typeof json === typeof goodJson &&
        Array.isArray(json) === Array.isArray(goodJson) &&
        (json === null) === (goodJson === null)) ||
      undefined
    )
  if ((Array.isArray(json['errors']) && json['errors'].length > 0) || json['valid'] === false) return false
  const has = (body: Readonly<Record<string, unknown>>, name: string) => body[name] !== undefined && body[name] !== null
  const lost = Object.keys(goodJson).some(
    (name) => typeof goodJson[name] === 'object' && has(goodJson, name) && !has(json, name),
  )
  const shared = Object.keys(goodJson).some((name) => has(goodJson, name) && has(json, name))
  return (shared && !lost) || Object.keys(goodJson).length === 0 || undefined
}
