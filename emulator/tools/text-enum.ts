import { Type, type TEnum } from 'typebox'

/** An enum of texts. TypeBox omits the type, which MCP clients and client generators need. */
export function textEnum<const Values extends string[]>(
  values: readonly [...Values],
  options: { readonly default?: string | undefined; readonly description?: string } = {},
): TEnum<Values> {
  return Type.Enum(values, { type: 'string', ...options })
}
