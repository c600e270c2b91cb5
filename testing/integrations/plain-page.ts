import { offerObservations } from './observe-in-page.ts'
import type { Facts } from './scene.ts'

/** A page that has no emulator in it. What its client is told stands in the address. */
offerObservations(JSON.parse(decodeURIComponent(location.hash.slice(1))) as Facts)
