// The views of the console. A new view is one line.
import type { ComponentType } from 'preact'
import { RequestsView } from './views/requests.tsx'

/** One view of the console. */
export interface View {
  /** Its name in the address: `#/requests`. */
  readonly id: string
  readonly title: string
  readonly component: ComponentType
}

/** Every view, in the order of the navigation. The first is shown at the start. */
export const views: readonly View[] = [{ id: 'requests', title: 'Requests', component: RequestsView }]
