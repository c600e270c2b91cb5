import { noteOf } from '../dialect/noted-response.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import type { ServedScope } from './exchange.ts'
import type { FoundWorld } from './find-world.ts'
import type { Address } from './read-address.ts'
import type { Sender } from './sender.ts'

/** Serves a request and records it in the journal of its world. */
export function recorded(
  request: Request,
  { path, search, baseUrl }: Address,
  { world, suffix: worldSuffix, hold }: FoundWorld,
  { rawHeaders, connection, cors }: Sender,
  serve: (scope: ServedScope) => Eventually<Response>,
): Eventually<Response> {
  const { requests } = world
  const release = hold()
  const draft = requests.begin(request, path, search, world.clock.now(), { headers: rawHeaders, connection })
  const { observer } = requests
  observer?.onBegin?.({ world: world.name, journal: requests, draft })
  const end = (response?: Response) => {
    requests.end(draft, response?.status ?? 0, response && noteOf(response))
    release()
    observer?.onEnd?.({
      world: world.name,
      journal: requests,
      draft,
      // It is made anew after each secret that was issued, and few who listen need it.
      get view() {
        return requests.view
      },
      ledger: requests.ledger,
      response,
    })
  }
  const answered = attempt(
    () => serve({ world, worldSuffix, baseUrl, path, search, draft, cors }),
    (error) => {
      end()
      throw error
    },
  )
  return after(answered, (response) => {
    end(response)
    return response
  })
}
