import { type ClientCheck, defineClientCheck } from './define-client-check.ts'
import { headerOf, quoted } from '../evidence/read-request.ts'

/** The operations that need no credential, or another than a Bearer token. */
const open = new Set(['oauth.token', 'connect.page', 'legacy.root'])

/** Every request to a protected endpoint of the versioned API carries a Bearer token. */
export const bearer: ClientCheck = defineClientCheck({
  id: 'client.bearer',
  requirement: 'client.bearer',
  trap: 'The client sends a request to a protected endpoint of the versioned API or the Services API.',
  concerns: ({ task }) => task !== 'list-projects',
  judge({ transcript }) {
    const protectedOnes = transcript.requests.filter(
      ({ path, operation }) => operation !== undefined && !open.has(operation) && !path.startsWith('/0/'),
    )
    if (protectedOnes.length === 0) return { kind: 'notSprung', why: 'no request to a protected endpoint came' }
    const bare = protectedOnes.find((request) => !/^Bearer [^\s]+$/.test(headerOf(request, 'authorization') ?? ''))
    return bare
      ? {
          kind: 'broken',
          expected: 'Authorization: Bearer <access_token>',
          got: quoted(headerOf(bare, 'authorization')),
          evidence: [bare],
        }
      : { kind: 'kept' }
  },
})
