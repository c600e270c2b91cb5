import { byHand } from './testing/servers/right/by-hand.ts'
import { learnedTwin } from './testing/servers/right/learned-twins.ts'
import { alone, described, openCombination } from './testing/servers/right/product/product.ts'
const servers = [...byHand, ...alone.map((c) => ({ name: described(c), make: () => openCombination(c) }))]
const only = process.argv[2]
let n = 0, w = 0
for (const s of servers) {
  if (only && !s.name.includes(only)) continue
  const { differences, wrong } = await learnedTwin(s)
  n++
  if (wrong.length || differences.length) console.log(s.name, '\n   ', differences.map((d) => d.question + ':' + d.differences.map((x: any) => x.kind + JSON.stringify(x)).slice(0, 2)).join('\n    ').slice(0, 1500), wrong.length ? '\n  WRONG ' + wrong.join('\n  WRONG ') : '')
  if (wrong.length) w++
}
console.log(n, w)
