import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { toMswHandlers } from '../../emulator/integrations/msw.ts'
import { offerObservations } from './observe-in-page.ts'
import { baseUrl, createScene } from './scene.ts'

// A page with an emulator in it, reached by MSW's service worker. Its address names another server on the network.
const { answering, facts } = createScene(new URLSearchParams(location.search).get('other')!)
// MSW 2 and 3 name the option for other requests differently.
await setupWorker(...toMswHandlers(answering, { baseUrl, http })).start({
  quiet: true,
  onUnhandledRequest: 'bypass',
  onUnhandledFrame: 'bypass',
} as object)
offerObservations(facts)
