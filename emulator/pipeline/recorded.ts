import { noteOf } from '../api/dialect/noted-response.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import type { ServedScope } from './exchange.ts'
import type { Address } from './read-address.ts'
import type { Sender } from './sender.ts'
import type { Worlds } from '../world/worlds.ts'

/** Serves a request and records it in the journal of its world, which is kept until the answer. */
export function recorded(
  worlds: Worlds,
  request: Request,
  { path, search, baseUrl }: Address,
  { rawHeaders, connection, cors }: Sender,
  { world, worldSuffix }: Pick<ServedScope, 'world' | 'worldSuffix'>,
  serve: (scope: ServedScope) => Eventually<Response>,
): Eventually<Response> {
  const { requests } = world
  const release = worlds.hold(world)
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
