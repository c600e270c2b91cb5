/** The number of faults to keep of one value; the others are counted. */
const mostFaults = 20

/**
 * Changes the code that Ajv makes of a schema, as its option `code.process`, so that it keeps few errors and counts the
 * others. Ajv keeps every one: a body of 16 MB can have millions, which take gigabytes. `validate.count` has their
 * number.
 */
export function boundErrors(code: string): string {
  return (
    code
      .replaceAll(/vErrors\.push\((\w+)\)/g, `vErrors.length < ${mostFaults} && vErrors.push($1)`)
      // The errors of an alternative that does not count are removed again.
      .replaceAll(/vErrors\.length = (\w+);/g, 'vErrors.length = Math.min(vErrors.length, $1);')
      // Errors of a schema that is referred to.
      .replaceAll(
        /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);\s*errors = vErrors\.length;/g,
        `errors += $1.count; vErrors = (vErrors ?? []).concat($1.errors).slice(0, ${mostFaults});`,
      )
      .replaceAll(/(\w+)\.errors = vErrors;/g, '$1.errors = vErrors; $1.count = errors;')
  )
}
