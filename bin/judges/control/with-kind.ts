import { type TObject, Type, type TString } from 'typebox'

/** A value of a union whose `kind` says what else it has. */
export const WithKind = (description: string): TObject<{ kind: TString }> =>
  Type.Object({ kind: Type.String() }, { additionalProperties: true, description })
