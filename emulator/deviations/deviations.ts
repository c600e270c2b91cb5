import { accessTokenDeviations } from './access-tokens.ts'
import { authenticationDeviations } from './authentication.ts'
import { cursorDeviations } from './cursors.ts'
import type { Deviation } from './define-deviation.ts'
import { enumFilterDeviations, filterDeviations } from './filters.ts'
import { malformedIdDeviations } from './ids-malformed.ts'
import { idDeviations } from './ids.ts'
import { listDeviations } from './lists.ts'
import { oauthDeviations } from './oauth.ts'

/** Every deviation: what `--deviation` takes, and what the kit must catch. */
export const deviations: readonly Deviation[] = [
  ...idDeviations, ...malformedIdDeviations, ...accessTokenDeviations, ...oauthDeviations, ...authenticationDeviations, ...listDeviations, ...filterDeviations, ...enumFilterDeviations, ...cursorDeviations,
]
