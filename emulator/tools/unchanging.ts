/** A type with all members and items readonly, at any depth. */
export type Unchanging<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> }
  : Value
