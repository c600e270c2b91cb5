import { brokenIn, carefulIn, itConcludesTheSame } from './reworded.ts'
import { brokenClients } from './broken/broken-clients.ts'

/** One broken client in so many. The long tests take all. */
const step = 20

itConcludesTheSame([
  carefulIn('get-token', 'list-environments', 'prepare-connect', 'poll-events'),
  ...brokenClients.filter((_broken, index) => index % step === 0).map(brokenIn),
])
