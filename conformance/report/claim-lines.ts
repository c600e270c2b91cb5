import { longClaimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../judge/result.ts'
import { type DeclareNext, declareNext } from './declare-next.ts'
import type { Summary } from './summary.ts'
import { counted } from './text.ts'

/** The first lines of a report, beside the verdict. */
export interface ClaimLines {
  /** The profile, its part of the specification, and the parts that the service does not offer. */
  readonly claimed: string
  /** The members of a target file that would decide most of the open requirements, each with their number. */
  readonly next: DeclareNext['members']
  /** The number of requirements that they would decide together, as text; empty without any. */
  readonly outlook: string
}

/** The target's claim, and the members to declare next. */
export function claimLines(result: RunResult, { claim, open }: Summary): ClaimLines {
  const { members, decides } = declareNext(result, open)
  return {
    claimed: longClaimText(claim),
    next: members,
    outlook: members.length === 0 ? '' : outlook(members.length, decides, open.length),
  }
}

function outlook(members: number, decides: number, open: number): string {
  const these = members === 1 ? 'this one' : `these ${members}`
  return `declare ${these}, and up to ${decides} of the ${counted(open, 'open requirement')} can be decided`
}
