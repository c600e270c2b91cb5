import type { TObject } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'

/** What the journal keeps about the endpoint of a request. */
export interface OperationFacts {
  readonly id: OperationId
  readonly requirements: readonly RequirementId[]
  /** The format of the body. `none`: the endpoint takes no body. `own`: the handler reads the body itself. */
  readonly body: 'none' | 'json' | 'form' | 'own'
  /** The names of the body's members. */
  readonly members: readonly string[]
  /** The names of the query's parameters. */
  readonly parameters: readonly string[]
  /** Whether the schema accepts any parameter, so that only the handler knows which ones it reads. */
  readonly isOpen: boolean
}

/** Returns the facts about an endpoint. */
export function factsOf({ id, requirements, body, bodyType, query }: Endpoint): OperationFacts {
  const parameters = namesOf(query)
  return {
    id: id as OperationId,
    requirements,
    body: bodyType ?? (body ? 'json' : 'none'),
    members: namesOf(body),
    parameters,
    isOpen: query?.additionalProperties === true && parameters.length === 0,
  }
}

function namesOf(schema: TObject | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {})
}
