import type { ClientCheck } from '../define-client-check.ts'
import { linkByName, linkNext, linkPolls } from './links-followed.ts'
import { linkResults, linkStops } from './links-ended.ts'

/** The checks of clause 4.10. */
export const clientLinkChecks: readonly ClientCheck[] = [linkPolls, linkByName, linkNext, linkStops, linkResults]
