import type { OperationId } from '../../model/contract/operation-ids.ts'

/** An operation that a request asks for, as the router finds it. */
export interface AskedOperation {
  readonly id: OperationId
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The address of the API as the client sees it, with the base path and the world. */
  readonly baseUrl: string
}
