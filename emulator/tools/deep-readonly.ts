/** A type with all members and items readonly, at any depth. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
  : Value
