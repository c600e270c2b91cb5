// The forms in which requests are shown, in process and by the control API. The comments are for editors, and repeat
// the descriptions. The declarations of the package list all operations and requirements unless `as` names their type.
import { Type } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { type Fault, faultSchema } from '../disturb/faults/fault.ts'
import type { CredentialKind } from '../model/contract/credentials.ts'
import type { OperationId } from '../model/contract/operation-ids.ts'
import { nullable, patternRecord } from '../tools/record-of.ts'
import { listMember, type Member, member, type MembersOf, nullMember, objectMember } from '../tools/typed-members.ts'

/** Parameters by name. A repeated parameter has a list of values. */
export type NotedParameters = Readonly<Record<string, string | readonly string[]>>

const text = member(Type.String())
const integer = member(Type.Integer())
const texts: Member<Readonly<Record<string, string>>> = Type.Unsafe(patternRecord(Type.String()))

const entry = {
  /** From 1, in the order of arrival. */
  index: member(Type.Integer({ description: 'From 1, in the order of arrival.' })),
  /** Virtual time, RFC 3339. */
  at: member(Type.String({ description: 'Virtual time, RFC 3339.' })),
  /** Null when the request matched no endpoint. */
  operation: Type.Unsafe(nullable(text, 'Null when the request matched no endpoint.')) as Member<OperationId | null>,
  /** The HTTP method, in upper case. */
  method: text,
  /** The path below the base URL, as received. */
  path: text,
  /** The query parameters; a repeated one has a list. */
  query: Type.Unsafe<NotedParameters>(patternRecord(Type.Union([Type.String(), Type.Array(Type.String())]))),
  /** Names in lower case. */
  headers: texts,
  /** The value of JSON, the parameters of a form, or a note about any other body; null if no body was read. */
  body: member(
    Type.Unknown({
      description:
        'The value of JSON, the parameters of a form, or a note about any other body; null when none was read.',
    }),
  ),
  /**
   * The kind of the accepted credentials. `none`: the request had no credentials. `refused`: they were not accepted.
   * `unchecked`: they were not checked, for example on a public endpoint or because a fault was applied first.
   */
  credentials: Type.Unsafe<CredentialKind | 'oauthClient' | 'none' | 'refused' | 'unchecked'>(
    Type.String({ description: 'The kind of the accepted credentials, or none, refused or unchecked.' }),
  ),
  /**
   * The credential that it carried, as a label that shows nothing of it: `oauth#2` is the second OAuth access token of
   * this world, `oauthClient with refresh#1` a token request with the first refresh token. One that was not accepted
   * ends in the reason: `oauth#1 (expired)`. Null without one, and for one that was never issued.
   */
  credential: nullMember(
    text,
    'The credential that it carried, as a label such as oauth#2, with what was wrong with it in brackets; null for one that was never issued.',
  ),
  /** The indexes of the kept requests that were under way at the same time. */
  overlapped: listMember(integer, 'The indexes of the kept requests that were under way at the same time.'),
  /** Null while the request is served, and when the connection was dropped. */
  status: nullMember(integer, 'Null while the request is served, and when the connection was dropped.'),
  /** Why the request was refused: the message of the answer, and the requirement that the request broke, if any. */
  refusal: nullMember(
    objectMember({
      code: text,
      requirement: Type.Unsafe(
        nullable(text, 'The requirement that the request broke.'),
      ) as Member<RequirementId | null>,
      message: text,
    }),
    'Why the request was refused.',
  ),
  /** The fault that was applied, without secrets. A long body is replaced by a note. */
  fault: nullMember<Fault>(faultSchema(), 'The fault that was applied.'),
  /**
   * The names of the deviations that were on. The client may have received a different answer from the one shown here.
   */
  deviations: listMember(
    text,
    'The deviations that were on. The client may have received a different answer from the one shown here.',
  ),
  /** The method and the tool of an MCP request; null for any other request. */
  mcp: nullMember(
    objectMember({
      method: text,
      tool: nullMember(text, 'The name of the called tool.'),
      error: nullMember(text, 'The message of an error, which MCP answers with 200.'),
    }),
    'The call of an MCP request.',
  ),
  /** Real time until the answer began, in milliseconds; null while the request is served. */
  durationMs: nullMember(member(Type.Number()), 'Real time until the answer began; null while the request is served.'),
}

/** One received request and its outcome. Secrets are replaced by `<redacted>`. */
export interface JournalEntry extends MembersOf<typeof entry> {}

/** @internal */
export const EntrySchema: Member<JournalEntry> = objectMember(entry, { title: 'JournalEntry' })

const unread = {
  /** A query parameter, a member of the body, or the whole body of a request that accepts no body. */
  kind: member(Type.Enum(['parameter', 'member', 'body'])),
  /** Empty for a body. */
  name: text,
  /** The known name that was probably meant. */
  nearest: nullMember(text, 'The known name that was probably meant.'),
  /** The operation that did not read it. */
  operation: Type.Unsafe(text) as Member<OperationId>,
  /** The request on one line, starting with its index. */
  request: text,
}

/** A part of a request that the endpoint did not read. */
export interface Unread extends MembersOf<typeof unread> {}

/** @internal */
export const UnreadSchema: Member<Unread> = objectMember(unread, { title: 'Unread' })

const related = { relation: member(Type.Enum(['token', 'page', 'original'])), index: integer }

/**
 * An earlier request, and its relation to the later one. `token`: it handed out the credential. `page`: its answer had
 * the cursor. `original`: it was sent again.
 */
export interface RelatedRequest extends MembersOf<typeof related> {}

const opened = {
  request: EntrySchema,
  response: nullMember(
    objectMember({
      status: integer,
      headers: nullMember(texts, 'Null when they are not kept.'),
      body: member(Type.Unknown({ description: 'The JSON, or a note about a body that is not kept.' })),
    }),
    'The answer, secrets replaced; null while the request is served, and when the connection was dropped.',
  ),
  unread: listMember(UnreadSchema),
  related: listMember<RelatedRequest>(
    objectMember(related),
    'Earlier requests that explain it: the one that handed out its token, the page before, and the one that it sends again.',
  ),
}

/** A request with its answer, its unread parts and the requests that explain it. */
export interface OpenedRequest extends MembersOf<typeof opened> {}

export const OpenedSchema: Member<OpenedRequest> = objectMember(opened, { title: 'OpenedRequest' })
