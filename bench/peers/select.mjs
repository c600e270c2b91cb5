/** Selects the page for a query, as a user of a mocking library would write it; undefined without the right token. */
export function select({ products, token }, authorization, query) {
  if (authorization !== `Bearer ${token}`) return undefined
  const filters = ['brand', 'category', 'status'].filter((name) => query.has(name))
  const found = products.filter((product) => filters.every((name) => product[name] === query.get(name)))
  const limit = Number(query.get('limit') ?? 20)
  return { data: found.slice(0, limit), has_more: found.length > limit }
}
