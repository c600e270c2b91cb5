// Fills in placeholders with what the world has when a request's turn comes.
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import { type FuzzRequest, toBinary, type Wire } from './fuzz-request.ts'
import { mutated } from './mutate.ts'

/** The secrets that an episode's answers showed, by kind and the latest first, and the mark of each world. */
export class PlaceholderPool {
  readonly #emulator: Emulator
  readonly #seen: Readonly<Record<'token' | 'refresh' | 'state', Map<string, string[]>>> = {
    token: new Map(),
    refresh: new Map(),
    state: new Map(),
  }

  constructor(emulator: Emulator) {
    this.#emulator = emulator
  }

  /** Keeps the secrets of an answer. */
  note(world: string, text: string): readonly string[] {
    const found: string[] = []
    const keep = (kind: 'token' | 'refresh' | 'state', pattern: RegExp) => {
      for (const [, secret] of text.matchAll(pattern)) {
        const list = this.#seen[kind].get(world) ?? []
        this.#seen[kind].set(world, [secret!, ...list].slice(0, 10))
        found.push(secret!)
      }
    }
    keep('token', /"((?:acc|pat)_[0-9A-Za-z]{40}(?:~\w+)?)"/g)
    keep('refresh', /"(ref_[0-9A-Za-z]{40}(?:~\w+)?)"/g)
    keep('state', /"(?:state|prepare_state|code)":"([0-9A-Za-z]{40}(?:~\w+)?)"/g)
    return found
  }

  /** Replaces every placeholder. */
  fill(text: string, world: string): string {
    return text.includes('{{')
      ? text.replaceAll(/\{\{(\w+)(?::(\w+))?(?::(\d+))?\}\}/g, (_all, kind: string, from: string, index: string) =>
          this.#value(world, kind, from, Number(index)),
        )
      : text
  }

  #value(world: string, kind: string, from: string, index: number): string {
    const { credentials, worlds } = this.#emulator
    switch (kind) {
      case 'id': {
        const records =
          worlds
            .use(world)
            .collection(from as CollectionName)
            ?.page({ limit: 31 }).items ?? []
        return records[index % Math.max(1, records.length)]?.id ?? '0'.repeat(27)
      }
      case 'token':
      case 'refresh':
      case 'state':
        return this.#seen[kind].get(world)?.[Number(from)] ?? 'none'
      case 'canary':
        return canaryOf(world)
      case 'bearer':
        return credentials.token
      case 'integration':
        return credentials.integrationToken
      case 'apiKey':
        return btoa(`${credentials.apiKey}:`)
      case 'client':
        return btoa(`${credentials.clientId}:${credentials.clientSecret}`)
      case 'dsn':
        return credentials.dsn
      case 'clientId':
        return credentials.clientId
      case 'clientSecret':
        return credentials.clientSecret
      case 'in30days':
        return new Date(worlds.use(world).clock.now() + 30 * 86_400_000).toISOString()
      case 'in30daysSeconds':
        return String(Math.floor(worlds.use(world).clock.now() / 1000) + 30 * 86_400)
      default:
        return kind
    }
  }
}

/** A text that only requests to this world contain. */
export function canaryOf(world: string): string {
  return `canary of ${world} only`
}

/** The request as it is sent, with the base path, the world and every mutation. */
export function toWire(asked: FuzzRequest, pool: PlaceholderPool, basePath: string): Wire {
  const { world } = asked
  const byCredentials = world !== 'default' && asked.worldBy === 'credentials'
  const fill = (text: string) => pool.fill(text, world)
  // As a client does whose base URL cannot change.
  const named = (name: string, value: string) =>
    byCredentials && name === 'Authorization' && /^(Bearer|DSN) [^~]*$/.test(value) ? `${value}~${world}` : value
  const encoded = (text: string) => encodeURIComponent(fill(text).toWellFormed())
  const search = asked.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const inPath = world !== 'default' && asked.worldBy === 'path'
  const path = `${basePath}${inPath ? `/~${world}` : ''}${fill(asked.path)}`
  const wire: Wire = {
    world,
    method: asked.method,
    target: search === '' ? path : `${path}?${search}`,
    headers: [
      ...asked.headers.map(([name, value]) => [name, named(name, fill(value))] as const),
      ...(world !== 'default' && asked.worldBy === 'header' ? [['x-emulator-world', world] as const] : []),
    ],
    body: asked.body === undefined ? undefined : toBinary(fill(asked.body)),
  }
  return asked.mutations.reduce(mutated, wire)
}

/** The request for `emulator.fetch`; undefined when the platform's Request refuses its parts. */
export function toRequest({ method, target, headers, body }: Wire, signal: AbortSignal): Request | undefined {
  const bytes = body === undefined || method === 'GET' || method === 'HEAD' ? undefined : body
  try {
    return new Request(`http://localhost${target}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal,
      ...(bytes === undefined ? {} : { body: Uint8Array.from(bytes, (character) => character.charCodeAt(0) & 0xff) }),
    })
  } catch {
    return undefined
  }
}
