// The page conformance/KILL-MATRIX.md: what the kit makes of the faults of the product.
import { conditionNames } from './condition.ts'
import { findExclusion, exclusions, survivalReason } from './exclusions.ts'
import type { Fault } from './law.ts'

/** The path of the page from the root. */
export const killMatrixPath = 'conformance/KILL-MATRIX.md'

const introduction = `Written by \`npm run kill -- --product --write\`. A law is a sentence that holds at many places, and most
can be broken in several ways. A fault is a server that breaks a law in one way, at one place, under one condition, and
answers everything else rightly. It is killed if a check of a default run fails. "2 of 3" means that two of three were
killed, and a single number means all.`

/** The page: laws with their conditions, single conditions, the survivors with the reasons, and the exclusions. */
export function toProductTable(faults: readonly Fault[], survivors: readonly Fault[]): string {
  const counted = faults.filter((fault) => findExclusion(fault) === undefined)
  const isKilled = (fault: Fault) => !survivors.includes(fault)
  const ratio = (some: readonly Fault[]) => {
    const killed = some.filter(isKilled).length
    return killed === some.length ? `${killed}` : `${killed} of ${some.length}`
  }
  const laws = [...Map.groupBy(counted, ({ law }) => law)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const lawRows = laws.map(([law, members]) => {
    const byCondition = [...Map.groupBy(members, ({ condition }) => condition)]
    const partly = byCondition.filter(([, some]) => !some.every(isKilled))
    const cells = partly.map(([condition, some]) => `${condition} ${ratio(some)}`)
    return `| ${law} | ${countWays(members)} | ${byCondition.length} | ${ratio(members)} | ${cells.join(', ')} |`
  })
  const byName = Map.groupBy(counted, ({ condition }) => conditionNames.find((name) => name === condition))
  const conditionRows = [...conditionNames, undefined]
    .filter((name) => byName.has(name))
    .map((name) => `| ${name ?? 'of a single law'} | ${ratio(byName.get(name)!)} |`)
  const reasons = [...Map.groupBy(survivors, survivalReason)].map(
    ([reason, some]) => `${reason}\n\n${some.map(({ name }) => `- \`${name}\``).join('\n')}\n`,
  )
  const left = exclusions.map(({ id, reason, excludes }) => `| ${id} | ${faults.filter(excludes).length} | ${reason} |`)
  const killed = counted.length - survivors.length
  const share = ((100 * killed) / Math.max(1, counted.length)).toFixed(1)
  return `# What the kit catches

${introduction}

${counted.length} faults of ${laws.length} laws in ${countWays(counted)} ways, ${killed} killed (${share} percent).

| law | ways | conditions | killed | where some survived |
|---|---|---|---|---|
${lawRows.join('\n')}

| condition | killed |
|---|---|
${conditionRows.join('\n')}

## What survived

${survivors.length === 0 ? 'Nothing.\n' : reasons.join('\n')}
## What is left out

Nobody can tell these from a right server. A test shows that no check catches one of them.

| rule | faults | reason |
|---|---|---|
${left.join('\n')}
`
}

/** The names of the surviving faults on the page. */
export function listedSurvivors(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^- `([^`]+)`$/gm)].map(([, name]) => name!))
}

const countWays = (faults: readonly Fault[]): number => new Set(faults.map(({ law, way }) => `${law} ${way}`)).size
