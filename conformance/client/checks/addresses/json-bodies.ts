import { segmentsOf } from '../../../catalogue/operation-paths.ts'
import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { headerOf, jsonOf } from '../../evidence/read-request.ts'
import { type ClientCheck, defineClientCheck, judgeEach } from '../define-client-check.ts'
import { mediaTypeOf } from '../media-type.ts'

/** Every body but a token request is JSON and says so. */
export const jsonBodies: ClientCheck = defineClientCheck({
  id: 'client.json-bodies',
  requirement: 'client.json-bodies',
  trap: 'The client sends a body, other than to the token endpoint.',
  concerns: () => true,
  met: { tasks: ['create-access-token', 'rename-access-token', 'invoke'] },
  judge: (run) =>
    judgeEach(
      run.transcript.requests.filter(
        (request) =>
          request.body !== '' &&
          // The connect page is a form of the browser. A wrong path of the token endpoint is judged by its path.
          !['token', 'connect'].includes(destinationOf(request, run.dialect).kind) &&
          !segmentsOf(request.path).includes('oauth'),
      ),
      phrase`No request with a body came`,
      (request) => {
        if (mediaTypeOf(request) !== 'application/json')
          return {
            expected: phrase`Content-Type: application/json`,
            got: quoted(headerOf(request, 'content-type')),
            fact: { kind: 'header', at: request, name: 'content-type' },
          }
        if (request.body === undefined || jsonOf(request) !== undefined) return undefined
        return {
          expected: phrase`a body of JSON`,
          got: quoted(request.body),
          fact: { kind: 'body', at: request },
        }
      },
    ),
})
