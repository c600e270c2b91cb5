import { connectionDroppedAfterWrite, connectionDroppedOnRead, slowAnswer } from './connections.ts'
import { errorBodyScenarios } from './error-bodies.ts'
import { idsDifferInCase } from './ids-differ-in-case.ts'
import { linkForms } from './link-forms.ts'
import { emptyPageMidWalk, linkShortPage } from './link-pages.ts'
import { membersReordered, nullMembers, unknownMembers } from './members.ts'
import { cursorObjectDeleted, objectsAddedMidWalk, objectsChangeMidWalk } from './objects-mid-walk.ts'
import { refusalsOnce } from './refusals-once.ts'
import { noRefreshToken, refreshRefused } from './refresh.ts'
import { renameRacesRevoke } from './rename-races-revoke.ts'
import type { Scenario } from './scenario.ts'
import { serverErrorLasts, serverErrorLastsMidWalk } from './server-errors.ts'
import { shortPages } from './short-pages.ts'
import { slashRedirect } from './slash-redirect.ts'
import { stateCodeToEncode } from './state-code.ts'
import {
  tokenExpiresAtRequest,
  tokenExpiresMidWalk,
  tokenExpiresUnderConcurrency,
  tokensExpireOften,
} from './token-expiry.ts'

/** Every scenario. */
export const definedScenarios: readonly Scenario[] = [
  tokenExpiresMidWalk,
  tokenExpiresAtRequest,
  tokensExpireOften,
  refreshRefused,
  noRefreshToken,
  tokenExpiresUnderConcurrency,
  objectsChangeMidWalk,
  objectsAddedMidWalk,
  cursorObjectDeleted,
  idsDifferInCase,
  shortPages,
  ...linkForms,
  emptyPageMidWalk,
  linkShortPage,
  unknownMembers,
  nullMembers,
  membersReordered,
  ...errorBodyScenarios,
  ...refusalsOnce,
  serverErrorLasts,
  serverErrorLastsMidWalk,
  slowAnswer,
  connectionDroppedOnRead,
  connectionDroppedAfterWrite,
  slashRedirect,
  renameRacesRevoke,
  stateCodeToEncode,
]
