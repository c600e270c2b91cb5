import type { TObject } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import type { Endpoint } from '../model/contract/endpoint.ts'
import { once } from '../tools/once.ts'
import type { OperationId } from '../model/contract/operation-ids.ts'

/** The part of an endpoint's declaration that the journal keeps with a request. */
export interface OperationFacts {
  readonly id: OperationId
  readonly requirements: readonly RequirementId[]
  /** The format of the body. `none`: the endpoint takes no body. `own`: the handler reads the body itself. */
  readonly body: 'none' | 'json' | 'form' | 'own'
  /** The names of the body's members. */
  readonly members: readonly string[]
  /** The names of the query's parameters. */
  readonly parameters: readonly string[]
  /** True if the schema accepts any parameter, so that only the handler knows which ones it reads. */
  readonly isOpen: boolean
}

const knownFacts = new WeakMap<Endpoint, OperationFacts>()

/** Returns the facts about an endpoint. All emulators share them. */
export function factsOf(endpoint: Endpoint): OperationFacts {
  let facts = knownFacts.get(endpoint)
  if (!facts) knownFacts.set(endpoint, (facts = readFacts(endpoint)))
  return facts
}

function readFacts(endpoint: Endpoint): OperationFacts {
  const { id, requirements } = endpoint
  const ofSchemas = once(() => {
    const { body, bodyType, query } = endpoint
    const parameters = propertyNames(query)
    return {
      body: bodyType ?? (body ? 'json' : 'none'),
      // Conventions choose the forms of members, not their names.
      members: propertyNames(typeof body === 'function' ? body(defaultConventions) : body),
      parameters,
      isOpen: query?.additionalProperties === true && parameters.length === 0,
    } as const
  })
  return {
    id,
    requirements,
    get body() {
      return ofSchemas().body
    },
    get members() {
      return ofSchemas().members
    },
    get parameters() {
      return ofSchemas().parameters
    },
    get isOpen() {
      return ofSchemas().isOpen
    },
  }
}

function propertyNames(schema: TObject | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {})
}
