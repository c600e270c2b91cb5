import type { ReportDocument } from '../document.ts'
import { isoTime } from '../text.ts'
import { badgeFills, drawBadge, fillOf } from './badge-picture.ts'

/**
 * A small picture for a README: what was claimed and shown, when, and by which version of the kit. White on each of
 * its colours has a contrast of 4.5 or more.
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
