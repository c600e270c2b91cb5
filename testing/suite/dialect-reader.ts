import type { OperationConventions } from '../../emulator/model/contract/conventions.ts'

export interface ReadList {
  readonly items: readonly ReadObject[]
  /** Undefined when the convention has no such member. */
  readonly hasMore: boolean | undefined
}

export type ReadObject = Readonly<Record<string, unknown>>

export interface ReadError {
  readonly message: string
  readonly allowed: readonly unknown[]
}

type Json = Readonly<Record<string, unknown>>

/**
 * Reads answers by the conventions. It shares no code with the emulator's dialect, so that a fault in that code shows.
 */
export class DialectReader {
  readonly conventions: OperationConventions

  constructor(conventions: OperationConventions) {
    this.conventions = conventions
  }

  list(json: unknown, plural: string): ReadList {
    if (this.conventions.listEnvelope === 'array') return { items: json as ReadObject[], hasMore: undefined }
    const body = json as Json
    if (this.conventions.listEnvelope === 'items')
      return {
        items: onlyMember(body, 'items', 'next_cursor') as ReadObject[],
        hasMore: Object.hasOwn(body, 'next_cursor') ? body['next_cursor'] !== null : undefined,
      }
    const items = onlyMember(
      body,
      this.conventions.listEnvelope === 'data' ? 'data' : plural,
      'has_more',
    ) as ReadObject[]
    return { items, hasMore: body['has_more'] as boolean | undefined }
  }

  legacyList(json: unknown): readonly ReadObject[] {
    return (this.conventions.legacyListEnvelope === 'array' ? json : onlyMember(json as Json, 'data')) as ReadObject[]
  }

  object(json: unknown, singular: string): ReadObject {
    return this.value(json, singular) as ReadObject
  }

  value(json: unknown, singular: string): unknown {
    if (this.conventions.objectEnvelope === 'bare') return json
    return onlyMember(json as Json, this.conventions.objectEnvelope === 'data' ? 'data' : singular)
  }

  error(json: unknown): ReadError {
    const body = json as Json
    switch (this.conventions.errorBody) {
      case 'error':
        return readDetails((body['error'] as Json)['message'], (body['error'] as Json)['details'])
      case 'problem':
        return readDetails(body['detail'], body['errors'])
      case 'message':
        return { message: String(body['message']), allowed: (body['allowed'] ?? []) as unknown[] }
      case 'errors':
        return readDetails((body['errors'] as Json[])[0]!['message'], body['errors'])
      default:
        throw new Error('This reader knows only the named shapes.')
    }
  }
}

function readDetails(message: unknown, details: unknown): ReadError {
  if (typeof message !== 'string' || !Array.isArray(details))
    throw new Error(`Expected a message and details; got ${JSON.stringify({ message, details })}.`)
  return { message, allowed: (details as Json[]).flatMap((detail) => (detail['allowed'] ?? []) as unknown[]) }
}

function onlyMember(body: Json, name: string, ...others: readonly string[]): unknown {
  const unexpected = Object.keys(body).filter((member) => member !== name && !others.includes(member))
  if (!Object.hasOwn(body, name) || unexpected.length > 0)
    throw new Error(`Expected an object with ${[name, ...others].join(', ')}; got ${Object.keys(body).join(', ')}.`)
  return body[name]
}
