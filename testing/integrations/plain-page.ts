import { offerObservations } from './observe-in-page.ts'
import type { Facts } from './scene.ts'

// A page without an emulator. Its address holds the settings of its client.
offerObservations(JSON.parse(decodeURIComponent(location.hash.slice(1))) as Facts)
