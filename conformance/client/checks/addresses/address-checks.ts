import type { ClientCheck } from '../define-client-check.ts'
import { jsonBodies } from './json-bodies.ts'
import { configurationPath, idsKept, scopePrefixed } from './ids.ts'
import { baseUrl, pathChecks } from './paths.ts'
import { redirectsFollowed } from './redirects.ts'

/** The checks of clauses 2, 4 and 9. */
export const addressChecks: readonly ClientCheck[] = [
  baseUrl,
  configurationPath,
  ...pathChecks,
  idsKept,
  scopePrefixed,
  jsonBodies,
  redirectsFollowed,
]
