import type { ClientRequirement } from './client-requirement.ts'
import { addressRequirements } from './requirements/addresses.ts'
import { answerRequirements } from './requirements/answers.ts'
import { credentialRequirements } from './requirements/credentials.ts'
import { clientListRequirements } from './requirements/lists.ts'

type Catalogue =
  | typeof addressRequirements
  | typeof credentialRequirements
  | typeof clientListRequirements
  | typeof answerRequirements

/** The id of a client requirement. */
export type ClientRequirementId = Catalogue[number]['id']

/** All client requirements, in the order of reports and of `client list`. */
export const clientRequirements: readonly (ClientRequirement & { readonly id: ClientRequirementId })[] = [
  ...addressRequirements,
  ...credentialRequirements,
  ...clientListRequirements,
  ...answerRequirements,
]

/** Returns the requirement with an id. */
export function clientRequirement(id: ClientRequirementId): ClientRequirement {
  return clientRequirements.find((requirement) => requirement.id === id)!
}
