import { noteOf } from '../api/dialect/noted-response.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { ReceivedRequest } from './received-request.ts'

/** Serves a request and records it in the journal of its world. The world is kept until the answer. */
export function recordRequest(
  worlds: Worlds,
  world: World,
  { request, path, search, sender, baseUrl }: ReceivedRequest,
  serve: (draft: JournalDraft) => Eventually<Response>,
): Eventually<Response> {
  const { requests } = world
  const release = worlds.hold(world)
  const { rawHeaders, connection } = sender
  const { clock } = world
  const draft = requests.begin(request, path, search, clock.hold(), { headers: rawHeaders, connection, baseUrl })
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
      issuedCredentials: requests.issuedCredentials,
      response,
    })
  }
  const answered = attempt(
    () => {
      try {
        return serve(draft)
      } finally {
        clock.release()
      }
    },
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
