/** Returns true if an `Accept` header names HTML and ranks it above JSON, as browsers do. `*` does not count. */
export function prefersHtml(accept: string): boolean {
  const ranks = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  return (ranks.get('text/html') ?? 0) > (ranks.get('application/json') ?? 0)
}
