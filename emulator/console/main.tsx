// The console: a page that shows and changes an emulator, and a client of its control API alone.
import { render } from 'preact'
import { ConsoleState, ConsoleStateContext } from './console-state.ts'
import { Shell } from './shell.tsx'
import { showUnseenEverywhere } from './unseen.ts'
import { views } from './views.ts'

showUnseenEverywhere()
const consoleState = new ConsoleState(window)
render(
  <ConsoleStateContext.Provider value={consoleState}>
    <Shell views={views} />
  </ConsoleStateContext.Provider>,
  document.querySelector('#console')!,
)
