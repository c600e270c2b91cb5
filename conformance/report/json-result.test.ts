import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { clientFactKinds } from '../client/conclusions/client-conclusion.ts'
import { factKinds } from '../conclusions/fact.ts'
import { itemContent, type Kinds, type Member, type Members, changeOutsideValues } from '../conclusions/kinds.ts'
import { Redactor, withoutSecrets } from '../judge/redaction/redact.ts'
import { anyOfSchema } from './schema-words.ts'
import { toJsonPlaces, toJsonFact } from './json-result.ts'

const secret = 'hunter2-and-more'
const redactor = new Redactor()
redactor.add(secret, 'token')
const change = withoutSecrets(redactor)
const decided = sampleExchange(secret, { method: 'POST' })
const earlier = sampleExchange()

/** A value of a kind with all its members, where a secret is in every text from outside. */
function fullValue(kind: string, members: Members): { readonly kind: string } {
  const held = (name: string, member: Member): unknown => {
    if (typeof member !== 'string') return member[0]
    if (member.endsWith('[]')) return [held('', itemContent(member))]
    if (member === 'exchange') return name === 'at' ? decided : earlier
    return { count: 1, flag: true, status: 404, word: 'word' }[member as string] ?? `a ${secret} b`
  }
  const names = Object.entries(members).map(([name, member]) => [name.replace('?', ''), member] as const)
  return { kind, ...Object.fromEntries(names.map(([name, member]) => [name, held(name, member)])) }
}

it.each<[of: string, kinds: Kinds]>([
  ['service', factKinds],
  ['client', clientFactKinds],
])('writes each kind of fact about a %s without secrets, by its schema, with its places', (_of, kinds) => {
  const isFact = new Ajv({ strict: true, allowUnionTypes: true }).compile(anyOfSchema(kinds))
  for (const [kind, members] of Object.entries(kinds)) {
    const fact = fullValue(kind, members)
    const redacted = changeOutsideValues(kinds, fact, change)
    const json = toJsonFact<object>(redacted, [earlier, decided].map(change.exchange), kinds)
    expect([isFact(json), isFact.errors], kind).toEqual([true, null])
    expect(Object.keys(json)).toEqual(Object.keys(fact))
    expect(JSON.stringify(json)).not.toContain(secret)
    expect(json).toMatchObject('at' in fact ? { at: 1 } : {})
    if ('at' in fact) expect(toJsonPlaces(redacted, kinds).at(-1)?.method).toBe('POST')
  }
})
