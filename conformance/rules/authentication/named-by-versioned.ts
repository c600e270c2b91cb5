import type { ActiveCheck } from '../../run/define-check.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'

/** A guard that is missing everywhere is one fault, which the checks of the versioned API name. */
export function namedByVersioned(requirement: RequirementId, kind: 'none' | 'wrong'): Pick<ActiveCheck, 'sameFaultAs'> {
  if (requirement === 'auth.required' || requirement === 'auth.invalid-bearer') return {}
  return { sameFaultAs: [kind === 'none' ? 'auth.required.environments' : 'auth.invalid-bearer.environments'] }
}
