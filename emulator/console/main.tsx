// The console: a page that shows and changes an emulator, and a client of its control API alone.
import { render } from 'preact'
import { Session, SessionContext } from './session.ts'
import { Shell } from './shell.tsx'
import { views } from './views.ts'

const session = new Session(window)
render(
  <SessionContext.Provider value={session}>
    <Shell views={views} />
  </SessionContext.Provider>,
  document.querySelector('#console')!,
)
