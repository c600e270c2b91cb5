// The views of the console, in four groups. A new view is one line.
import type { ComponentType } from 'preact'
import { ClientView } from './views/client.tsx'
import { ClockView } from './views/clock.tsx'
import { ConformanceView } from './views/conformance.tsx'
import { ConventionsView } from './views/conventions.tsx'
import { DataView } from './views/data.tsx'
import { DeviationsView } from './views/deviations.tsx'
import { FaultsView } from './views/faults.tsx'
import { ReferenceView } from './views/reference.tsx'
import { RequestsView } from './views/requests.tsx'
import { WorldsView } from './views/worlds.tsx'

/** One view of the console. */
export interface View {
  /** Its name in the address: `#/requests`. */
  readonly id: string
  readonly title: string
  readonly component: ComponentType
}

/** Views that belong together in the navigation. */
export interface ViewGroup {
  readonly title: string
  readonly views: readonly View[]
}

/** Every view, in the order of the navigation. The first of all is shown at the start. */
export const viewGroups: readonly ViewGroup[] = [
  {
    title: 'Observe',
    views: [
      { id: 'requests', title: 'Requests', component: RequestsView },
      { id: 'conformance', title: 'Conformance', component: ConformanceView },
      { id: 'client', title: 'Client', component: ClientView },
    ],
  },
  {
    title: 'Arrange',
    views: [
      { id: 'data', title: 'Data', component: DataView },
      { id: 'clock', title: 'Clock and credentials', component: ClockView },
      { id: 'worlds', title: 'Worlds', component: WorldsView },
    ],
  },
  {
    title: 'Break',
    views: [
      { id: 'faults', title: 'Faults and scenarios', component: FaultsView },
      { id: 'deviations', title: 'Deviations', component: DeviationsView },
    ],
  },
  {
    title: 'Shape',
    views: [
      { id: 'conventions', title: 'Conventions', component: ConventionsView },
      { id: 'reference', title: 'Reference', component: ReferenceView },
    ],
  },
]
