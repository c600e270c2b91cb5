import type { ConventionName, Conventions } from '../../model/contract/conventions.ts'

/** A schema that depends on some conventions. It is made once for each choice, since Ajv compiles every new object. */
export function byConventions<Name extends ConventionName, Schema>(
  names: readonly Name[],
  make: (conventions: Pick<Conventions, Name>) => Schema,
): (conventions: Pick<Conventions, Name>) => Schema {
  const made = new Map<string, Schema>()
  return (conventions) => {
    const key = JSON.stringify(names.map((name) => conventions[name]))
    let schema = made.get(key)
    if (schema === undefined) made.set(key, (schema = make(conventions)))
    return schema
  }
}
