// The console: a page that shows and changes an emulator, and uses only its control API.
import { render } from 'preact'
import { ConsoleState, ConsoleStateContext } from './state/console-state.ts'
import { Shell } from './shell/shell.tsx'
import { showUnseenEverywhere } from './state/unseen.ts'
import { viewGroups } from './views.ts'

showUnseenEverywhere()
const consoleState = new ConsoleState(window)
const place = document.querySelector('#console')!
// It says that the console loads.
place.replaceChildren()
render(
  <ConsoleStateContext.Provider value={consoleState}>
    <Shell groups={viewGroups} />
  </ConsoleStateContext.Provider>,
  place,
)
