import { installFetch } from '../../emulator/integrations/install-fetch.ts'
import { offerObservations } from './observe-in-page.ts'
import { baseUrl, createScene } from './scene.ts'

// A page with an emulator in it, reached by the page's own `fetch`.
const { answering, facts } = createScene(new URLSearchParams(location.search).get('other')!)
installFetch(answering, { baseUrl })
offerObservations(facts)
