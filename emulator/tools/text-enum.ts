import { Type, type TEnum } from 'typebox'

/** An enum of texts. TypeBox leaves out the type, which clients of MCP and generators of clients ask for. */
export function textEnum<const Values extends string[]>(
  values: readonly [...Values],
  options: { readonly default?: string | undefined; readonly description?: string } = {},
): TEnum<Values> {
  return Type.Enum(values, { type: 'string', ...options })
}
