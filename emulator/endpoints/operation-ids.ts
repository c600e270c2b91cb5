import { endpoints } from './endpoints.ts'

/** The operation ids of every endpoint: what the OpenAPI document and the journal call them. */
export const operationIds: readonly string[] = endpoints.map(({ id }) => id)
