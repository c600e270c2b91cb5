// The part of conformance/KILL-MATRIX.md about faults by product.
import { exclusionOf, exclusions, reasonOf } from './exclusions.ts'
import type { Fault } from './law.ts'
import type { FaultTrial } from './try-fault.ts'

const heading = '# Faults by product'

const introduction = `Written by \`npm run kill -- --product --write\`. Each law is a sentence that holds at many places; each fault
breaks it at one place under one condition and answers everything else rightly. A default run of the kit meets each:
"2 of 3" reads that a check failed for two faults of three.`

/** The table: laws with their conditions, what survived and why, and what is left out. */
export function toProductTable(faults: readonly Fault[], trials: ReadonlyMap<string, FaultTrial>): string {
  const counted = faults.filter((fault) => exclusionOf(fault) === undefined)
  const isKilled = ({ name }: Fault) => trials.get(name)?.killedBy !== 'none'
  const killed = counted.filter(isKilled)
  const laws = [...Map.groupBy(counted, ({ law }) => law)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const rows = laws.map(([law, members]) => {
    const byCondition = [...Map.groupBy(members, ({ condition }) => condition)]
    const cells = byCondition.map(([condition, some]) => `${condition} ${ratio(some.filter(isKilled), some)}`)
    return `| ${law} | ${ratio(members.filter(isKilled), members)} | ${cells.join(', ')} |`
  })
  const survivors = counted.filter((fault) => !isKilled(fault))
  const checks = [...new Set([...trials.values()].flatMap((trial) => trial.checks))].toSorted()
  const left = exclusions.map(({ id, reason, excludes }) => `| ${id} | ${faults.filter(excludes).length} | ${reason} |`)
  const share = percent(killed.length, counted.length)
  return `${heading}

${introduction}

${counted.length} faults of ${laws.length} laws, ${killed.length} killed (${share} percent).

| law | killed | by condition |
|---|---|---|
${rows.join('\n')}

## What survived

${survivors.length === 0 ? 'Nothing.' : survivors.map((fault) => `- \`${fault.name}\`: ${reasonOf(fault)}`).join('\n')}

## Checks that killed

${checks.map((check) => `- ${check}`).join('\n')}

## What is left out

Nobody can tell these from a right server. A test shows that no check catches one of them.

| rule | faults | reason |
|---|---|---|
${left.join('\n')}
`
}

/** A page with another part about faults by product, at its end. */
export function withProductTable(page: string, table: string): string {
  const [others] = productParts(page)
  return `${others.trimEnd()}\n\n${table}`
}

/** The parts of the page: all others, and the one about faults by product with an empty line before. */
export function productParts(page: string): readonly [others: string, product: string] {
  const start = page.indexOf(`\n${heading}\n`)
  return start < 0 ? [page, ''] : [page.slice(0, start), page.slice(start)]
}

/** The names of the checks that the page says to have killed a fault. */
export function checksOn(page: string): ReadonlySet<string> {
  const [, product] = productParts(page)
  return new Set([...product.matchAll(/^- ([a-z][\w.-]+)$/gm)].map(([, name]) => name!))
}

/** The names of the faults that the page says to survive. */
export function survivorsOn(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^- `([^`]+)`: /gm)].map(([, name]) => name!))
}

const ratio = (some: readonly unknown[], all: readonly unknown[]): string =>
  some.length === all.length ? `${all.length}` : `${some.length} of ${all.length}`

const percent = (part: number, whole: number): string => ((100 * part) / Math.max(1, whole)).toFixed(1)
