import type { ReportDocument } from '../document.ts'
import { isoTime } from '../text.ts'
import { badgeFills, drawBadge, fillOf } from './badge-picture.ts'

/**
 * A badge for a README: the claim, the verdict, the date and the version of the kit. White on each of its colours has a
 * contrast of 4.5 or more.
 */
export function badgeReport({ badge, startedAt, kit }: ReportDocument): string {
  return drawBadge(
    [
      { text: 'Platform Data API', fill: badgeFills.name },
      { text: badge.text, fill: fillOf(badge.conformant) },
      { text: `${isoTime(startedAt).slice(0, 10)}, kit ${kit.version}`, fill: badgeFills.date },
    ],
    badge.label,
    badge.detail,
  )
}
