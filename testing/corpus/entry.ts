// One line of the corpus: what a judge says of one thing, but for what it passes.

/** The finding of one check: its verdict, and the kind of the fact or cause, as `fail/present`. */
export interface Finding {
  /** The requirement of the check, or what else the judge asks about, such as a convention. */
  readonly requirement: string
  /** The rest of the check's id; empty where the id is the requirement's. */
  readonly check: string
  readonly verdict: string
}

/** The findings about one judged thing. */
export interface Entry {
  readonly name: string
  /** The requirement that the thing breaks on purpose; undefined for one that is right. */
  readonly breaks?: string | undefined
  /** Why two runs may leave other things open, in one word. Then only failures are listed. */
  readonly varies?: string | undefined
  readonly findings: readonly Finding[]
}

/** A result of any judge of this project. */
export interface JudgedResult {
  readonly requirement: string
  readonly check: string
  readonly verdict: string
  readonly fact?: { readonly kind: string } | undefined
  readonly cause?: { readonly kind: string } | undefined
}

/** Verdicts that a check may have in some tasks of a client while it passes in another, as not each shows it. */
const open: ReadonlySet<string> = new Set(['insufficientEvidence', 'notApplicable'])

/** True if nothing is wrong and nothing is open. What is observed of a client has a fact. */
const isSilent = ({ verdict, fact }: JudgedResult): boolean =>
  verdict === 'pass' || (verdict === 'observed' && fact === undefined)

/** The findings among results. A check that was asked several times has each of its verdicts once. */
export function toFindings(results: readonly JudgedResult[]): readonly Finding[] {
  return [...Map.groupBy(results, ({ requirement }) => requirement)].flatMap(([requirement, all]) => {
    const byCheck = [...Map.groupBy(all, ({ check }) => check)].map(([check, some]) => {
      const passes = some.some(({ verdict }) => verdict === 'pass')
      const findings = some.filter((result) => !isSilent(result) && !(passes && open.has(result.verdict)))
      return {
        requirement,
        check: removePrefix(check, requirement),
        verdict: [...new Set(findings.map(verdictWord))].sort().join('+'),
      }
    })
    const [first] = byCheck
    // A requirement that is open or failed for one reason in all its checks is one word.
    if (byCheck.length > 1 && byCheck.every(({ verdict }) => verdict === first!.verdict))
      return first!.verdict === '' ? [] : [{ ...first!, check: '*' }]
    return byCheck.filter(({ verdict }) => verdict !== '')
  })
}

const verdictWord = ({ verdict, fact, cause }: JudgedResult): string => {
  const kind = (fact ?? cause)?.kind
  return kind === undefined ? verdict : `${verdict}/${kind}`
}

function removePrefix(check: string, requirement: string): string {
  if (check === requirement) return ''
  return check.startsWith(`${requirement}.`) ? check.slice(requirement.length + 1) : `(${check})`
}

/**
 * An entry as a line of text: `name > !broken.requirement ~varies | verdict/kind requirement:check,check requirement …`.
 * A requirement without checks has that id itself; the check `*` means all checks of a requirement.
 */
export function formatEntry({ name, breaks, varies, findings }: Entry): string {
  const parts = [...Map.groupBy(findings, ({ verdict }) => verdict)].map(([verdict, all]) => {
    const words = [...Map.groupBy(all, ({ requirement }) => requirement)].map(([requirement, some]) => {
      const checks = some.map(({ check }) => check).sort()
      return checks.join() === '' ? requirement : `${requirement}:${checks.join(',')}`
    })
    return [verdict, ...words.sort()].join(' ')
  })
  const head = [
    `${name} >`,
    ...(breaks === undefined ? [] : [`!${breaks}`]),
    ...(varies === undefined ? [] : [`~${varies}`]),
  ]
  return [head.join(' '), ...parts.sort()].join(' | ')
}

/** Reads a line. @throws Error for a string that is not a line of the corpus. */
export function parseLine(line: string): Entry {
  const [head = '', ...parts] = line.split(' | ')
  const [, name, breaks, varies] = /^(.*?) >(?: !(\S+))?(?: ~(\S+))?$/.exec(head) ?? []
  if (name === undefined)
    throw new Error(`expected a line of the corpus, as "name > | fail/body requirement:check"; got ${line}`)
  const findings = parts.flatMap((part) => {
    const [verdict = '', ...words] = part.split(' ')
    return words.flatMap((word) => {
      const [requirement = '', checks = ''] = word.split(/:(.*)/s)
      return checks.split(',').map((check) => ({ requirement, check, verdict }))
    })
  })
  return { name, breaks, varies, findings }
}

/** True for a finding with one of some verdicts. */
export const hasVerdict = ({ verdict }: Finding, words: readonly string[]): boolean =>
  verdict.split('+').some((word) => words.includes(word.split('/')[0]!))

/** The findings with some verdicts, as ids of checks. A check `*` means all checks of its requirement. */
export const checksWith = ({ findings }: Entry, ...words: readonly string[]): readonly string[] =>
  findings
    .filter((finding) => hasVerdict(finding, words))
    .map(({ requirement, check }) => (check === '' ? requirement : `${requirement}.${check}`))
