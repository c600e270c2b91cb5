import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { toMswHandlers } from '../../emulator/integrations/msw.ts'
import { offerObservations } from './observe-in-page.ts'
import { baseUrl, createScene } from './scene.ts'

/** The emulator in a page, reached through MSW's service worker. What else the network has stands in the address. */
const { answering, facts } = createScene(new URLSearchParams(location.search).get('other')!)
// MSW 2 and 3 have different names for it.
await setupWorker(...toMswHandlers(answering, { baseUrl, http })).start({
  quiet: true,
  onUnhandledRequest: 'bypass',
  onUnhandledFrame: 'bypass',
} as object)
offerObservations(facts)
