// The switch in every site: it notes which values passed, and changes the value at one site.
import type { Change, Mutant, MutationSite } from './mutation-sites.ts'

/** Which values a site had in a run: 0 none, 1 true, 2 false, 3 both. */
export type Seen = Uint8Array

/** The switch of one thread. */
export class MutationSwitch {
  readonly #sites: readonly MutationSite[]
  #mutant: Mutant | undefined
  #seen: Seen

  constructor(sites: readonly MutationSite[]) {
    this.#sites = sites
    this.#seen = new Uint8Array(sites.length)
  }

  /** Begins a run with a change, or with none. */
  begin(mutant?: Mutant): void {
    this.#mutant = mutant
    this.#seen = new Uint8Array(this.#sites.length)
  }

  /** The values of the sites since the run began. */
  get seen(): Seen {
    return this.#seen
  }

  /** The value at a site. */
  readonly site = (site: number, value: unknown): unknown => {
    this.#seen[site]! |= value ? 1 : 2
    return this.#mutant?.site === site ? changed(value, this.#mutant.change, this.#sites[site]!.kind) : value
  }
}

/** An operand is taken out by the value that leaves the decision to the others. */
function changed(value: unknown, change: Change, kind: MutationSite['kind']): unknown {
  if (change === 'turned round') return !value
  return kind === 'and'
}

/** Returns true if a run in which a site had these values can notice a change there. */
export function canNotice({ change }: Mutant, { kind }: MutationSite, seen: number): boolean {
  if (change === 'turned round') return seen !== 0
  return kind === 'and' ? (seen & 2) !== 0 : (seen & 1) !== 0
}
