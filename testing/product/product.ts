import type { Fault } from './law.ts'
import { httpLaws } from './laws/http.ts'
import { idsInRequests } from './laws/ids-in-requests.ts'
import { legacyLists } from './laws/legacy-lists.ts'
import { legacyRoot } from './laws/legacy-root.ts'
import { link } from './laws/link.ts'
import { enumFilters } from './laws/enum-filters.ts'
import { filtersAbsent, filtersAnd, filtersPaged } from './laws/filters-together.ts'
import { environmentFields, idForms, uniqueIds } from './laws/ids-in-answers.ts'
import { cursors, limits, newestFirst, pageEdges } from './laws/list-pages.ts'
import { otherParents } from './laws/other-parents.ts'
import { renamedTokens } from './laws/renamed-tokens.ts'
import { search } from './laws/search.ts'
import { strangers } from './laws/strangers.ts'
import { stringFilters } from './laws/string-filters.ts'
import { tokenGrants } from './laws/token-grants.ts'
import { tokenRecords } from './laws/token-records.ts'
import { tokenList } from './laws/token-list.ts'
import { creations } from './laws/creations.ts'
import { endedTokens } from './laws/ended-tokens.ts'
import { fixedMembers } from './laws/fixed-members.ts'
import { mcp } from './laws/mcp.ts'
import { nearlyRightSecrets } from './laws/nearly-right-secrets.ts'
import { secretOnce } from './laws/secret-once.ts'
import { secretsInOtherRoles } from './laws/secrets-in-other-roles.ts'
import { configurationPaths } from './laws/configurations.ts'
import { commandSchemas } from './laws/command-schemas.ts'
import { commandBodies } from './laws/services.ts'
import { servicesUnversioned } from './laws/versions.ts'

/** Every fault of the product: law × place × condition. */
export const product: readonly Fault[] = [
  ...strangers,
  ...idsInRequests,
  ...stringFilters,
  ...enumFilters,
  ...filtersAnd,
  ...filtersPaged,
  ...filtersAbsent,
  ...search,
  ...limits,
  ...cursors,
  ...pageEdges,
  ...newestFirst,
  ...otherParents,
  ...idForms,
  ...uniqueIds,
  ...environmentFields,
  ...tokenList,
  ...httpLaws,
  ...legacyLists,
  ...legacyRoot,
  ...link,
  ...creations,
  ...endedTokens,
  ...fixedMembers,
  ...renamedTokens,
  ...nearlyRightSecrets,
  ...secretOnce,
  ...tokenGrants,
  ...tokenRecords,
  ...secretsInOtherRoles,
  ...configurationPaths,
  ...commandBodies,
  ...commandSchemas,
  ...mcp,
  ...servicesUnversioned,
]
