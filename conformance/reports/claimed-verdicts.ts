import { isClaimed, type Profile } from '../catalogue/profiles.ts'
import type { Verdict } from '../catalogue/verdict.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import { originOf, type RequirementOutcome, rootCauseOf, verdictOf } from './outcomes.ts'

/** The profiles that are a part of the paths. A service may claim one and offer nothing at the paths of the others. */
const parts: readonly (readonly [profile: Profile, isOwnPath: RegExp])[] = [
  ['tokens', /^(?:\/\d+\.\d+)?\/(?:oauth|access-tokens)\b/],
  ['versioned', /^\/\d+\.\d+\//],
  ['legacy', /^\/0\//],
  ['services', /^\/(?:services|app|mcp)\//],
]

/**
 * The verdicts of the requirements that a claim covers, by id. A requirement holds in several places. Where a target
 * claims a part of the paths, places of another part that could not be looked at leave nothing open.
 */
export function claimedVerdicts(
  { claim, baseUrl, results }: RunResult,
  outcomes: readonly RequirementOutcome[],
): ReadonlyMap<string, Verdict> {
  const covered = new Set(
    outcomes.filter(({ requirement }) => isClaimed(requirement, claim)).map(({ requirement }) => requirement.id),
  )
  const requirementOf = new Map<string, string>(results.map(({ check, requirement }) => [check, requirement]))
  const isPart = parts.some(([profile]) => profile === claim.profile)
  const isElsewhere = (result: CheckResult): boolean => {
    if (result.verdict !== 'blocked' && result.verdict !== 'insufficientEvidence') return false
    const cause = originOf(result.message) ?? rootCauseOf(result.message)
    if (cause !== undefined && !covered.has(requirementOf.get(cause) ?? cause)) return true
    const part = partOfPath(baseUrl, result.evidence.at(-1)?.request.url)
    return part !== undefined && part !== claim.profile
  }
  return new Map(
    outcomes
      .filter(({ requirement }) => covered.has(requirement.id))
      .map(({ requirement, verdict, results: own }) => {
        const here = isPart ? verdictOf(own.filter((one) => !isElsewhere(one))) : verdict
        return [requirement.id, here === undefined || here === 'notApplicable' ? verdict : here]
      }),
  )
}

function partOfPath(baseUrl: string, url: string | undefined): Profile | undefined {
  if (!url?.startsWith(baseUrl)) return undefined
  const path = url.slice(baseUrl.length)
  return parts.find(([, isOwnPath]) => isOwnPath.test(path))?.[0]
}
