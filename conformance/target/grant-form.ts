import type { Target } from './target-file.ts'

/** The form by which the client of a target asks for a token (clause 4.1). */
export function grantForm({ credentials }: Pick<Target, 'credentials'>): Readonly<Record<GrantMember, string>> {
  const { clientId = '', clientSecret = '' } = credentials?.oauth ?? {}
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
}

type GrantMember = 'grant_type' | 'client_id' | 'client_secret'
