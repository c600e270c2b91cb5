// Every value that differs from a given one in one place, for tests of what is refused.

/** A value, and what was changed where. */
export interface Mutant {
  readonly change: string
  readonly value: unknown
}

type Members = Readonly<Record<string, unknown>>

/** The values that differ from `value` in one member or item. */
export function* valueMutants(value: unknown, at = ''): Generator<Mutant, void> {
  for (const other of replacements(value)) yield { change: `${at || '/'} = ${JSON.stringify(other)}`, value: other }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const place = `${at}/${index}`
      yield { change: `without ${place}`, value: value.toSpliced(index, 1) }
      yield { change: `${place} twice`, value: value.toSpliced(index, 0, item) }
      for (const { change, value: other } of valueMutants(item, place))
        yield { change, value: value.with(index, other) }
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { change: `${at}/unheardOf`, value: { ...value, unheardOf: 1 } }
    for (const [name, member] of Object.entries(value as Members)) {
      const { [name]: _removed, ...rest } = value as Members
      const place = `${at}/${name}`
      yield { change: `without ${place}`, value: rest }
      yield { change: `${place} misspelt`, value: { ...rest, [`${name}x`]: member } }
      for (const { change, value: other } of valueMutants(member, place))
        yield { change, value: { ...value, [name]: other } }
    }
  }
}

function replacements(value: unknown): readonly unknown[] {
  const ofOtherTypes = [null, true, 7, 'other', [], {}, [null], { unheardOf: 1 }].filter(
    (other) => mutantType(other) !== mutantType(value),
  )
  if (typeof value === 'string')
    return [...ofOtherTypes, '', ' ', `${value}!`, `${value}\n`, value.toUpperCase(), value.slice(1), `_${value}`]
  if (typeof value === 'number') return [...ofOtherTypes, -value - 1, value + 0.5, 0, 1e18]
  return ofOtherTypes
}

function mutantType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
