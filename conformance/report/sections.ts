import type { Section } from './document.ts'

/** Every section of a report, in the order of a page. A terminal shows findings and errors of the kit first. */
const table = {
  failed: { kind: 'findings', title: 'Failed', tone: 'bad', counts: 'requirement' },
  advice: { kind: 'findings', title: 'Advice', tone: 'open', counts: 'check' },
  errors: {
    kind: 'reasons',
    title: 'Errors of the kit, which say nothing about the subject; please report them',
    counts: 'check',
    columns: ['What happened', 'Checks'],
  },
  coverage: { kind: 'table', title: 'Coverage of the tests', columns: ['What', 'Touched', 'Never touched'] },
  undecided: {
    kind: 'reasons',
    title: 'Could not be decided',
    counts: 'requirement',
    columns: ['Why', 'Requirements'],
  },
  'not-looked-at': { kind: 'reasons', title: 'Not claimed', counts: 'requirement', columns: ['Why', 'Requirements'] },
  'fill-next': { kind: 'lines', title: 'Tasks that the driver does not do yet', tone: 'open' },
  passed: { kind: 'lines', title: 'Passed or observed', tone: 'good', verbose: true },
  findings: {
    kind: 'table',
    title: 'Choices of the service where the specification is open',
    verbose: true,
    columns: ['What', 'Found'],
  },
  excluded: {
    kind: 'table',
    title: 'Stated, but impossible to judge from outside',
    isLong: true,
    columns: ['Clause', 'Statement'],
  },
  open: { kind: 'table', title: 'Left open by the specification', isLong: true, columns: ['Clause', 'Statement'] },
  information: { kind: 'lines', title: 'For information', tone: 'none' },
  limits: { kind: 'lines', title: 'Limits of this run', tone: 'none' },
  known: { kind: 'lines', title: 'Known failures, as the baseline says', tone: 'none' },
  stale: {
    kind: 'lines',
    title: 'Stale in the baseline: these no longer fail; remove them, or run with --update-baseline',
    tone: 'open',
  },
  twin: { kind: 'lines', title: 'The answers of the twin', tone: 'open' },
  'left-behind': { kind: 'lines', title: 'Left behind', tone: 'open' },
} as const

type Table = typeof table
type Anchor = keyof Table
type SectionOf<A extends Anchor> = Extract<Section, { readonly kind: Table[A]['kind'] }>

/** The contents of the sections of a judge, by anchor, with what differs from the usual title or noun. */
export type SectionContents = {
  readonly [A in Anchor]?: Omit<SectionOf<A>, 'anchor' | keyof Table[A]> & Partial<SectionOf<A>>
}

/** The sections with these contents. */
export function toSections(contents: SectionContents): readonly Section[] {
  return (Object.keys(table) as Anchor[]).flatMap((anchor) => {
    const content = contents[anchor]
    return content ? [{ anchor, ...table[anchor], ...content } as Section] : []
  })
}

/** A check that passed or was observed, in one line. */
export function passedLine(verdict: string, check: string, message: string): string {
  return `${verdict === 'pass' ? '✓' : '·'} ${[check, message].filter((text) => text !== '').join(': ')}`
}
