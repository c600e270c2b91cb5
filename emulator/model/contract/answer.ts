import type { TSchema } from 'typebox'
import type { Page } from '../store/collection.ts'
import type { OperationConventions } from './conventions.ts'
import type { Resource, StoredRecord } from './resource.ts'

/** The result of a handler, as a value. dialect/respond.ts turns it into a response. */
export type Answer =
  | { readonly kind: 'list'; readonly resource: Resource; readonly page: Page<StoredRecord> }
  | {
      readonly kind: 'legacyList'
      readonly resource: Resource
      readonly items: readonly StoredRecord[]
      readonly headers?: Readonly<Record<string, string>>
      readonly paging: { readonly hasMore: boolean; readonly nextCursor: string | null }
    }
  | {
      readonly kind: 'object'
      readonly resource: Resource
      readonly record: StoredRecord
      readonly created?: boolean
      readonly extra?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'deleted'; readonly resource: Resource; readonly record: StoredRecord }
  | {
      readonly kind: 'json'
      readonly value: unknown
      readonly name?: string
      /** The status that the specification states. Default: that of the conventions. */
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'template'
      readonly template: AnswerTemplateName
      /** The values of its holes; for holes that are JSON, their JSON text. */
      readonly values: Readonly<Record<string, unknown>>
      /** The values of each part that it repeats. */
      readonly repeated?: Readonly<Record<string, () => readonly Readonly<Record<string, unknown>>[]>>
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'response'; readonly response: Response }

/** The conventions whose template is the whole answer of an operation. */
export type AnswerTemplateName = 'tokenResponse' | 'capabilities' | 'stateCodeName'

/** The declared shape of an answer, for the OpenAPI document and for the check of responses. */
export type AnswerShape =
  | { readonly kind: 'list' | 'legacyList' | 'deleted'; readonly resource: Resource }
  | {
      readonly kind: 'object'
      readonly resource: Resource
      readonly created?: boolean
      readonly extra?: (conventions: OperationConventions) => TSchema
    }
  | {
      readonly kind: 'json'
      readonly schema: (conventions: OperationConventions) => TSchema
      readonly name?: string
      /** The status that the specification states. Default: that of the conventions. */
      readonly status?: number
      readonly description: string
      /** Other statuses, with an error body, and why each is sent. */
      readonly others?: (conventions: OperationConventions) => Readonly<Record<number, string>>
    }
  | {
      readonly kind: 'template'
      readonly template: AnswerTemplateName
      /** The schema of each hole's value. */
      readonly holes: Readonly<Record<string, TSchema>>
      readonly description: string
      /** Other statuses, with an error body, and why each is sent. */
      readonly others?: (conventions: OperationConventions) => Readonly<Record<number, string>>
    }
  | {
      readonly kind: 'html' | 'mcp'
      readonly description: string
      /** Other statuses with the same media type, and why each is sent. */
      readonly others?: (conventions: OperationConventions) => Readonly<Record<number, string>>
    }
