import { ApiError } from '../../emulator/dialect/api-error.ts'
import type { ControlAnswer } from '../../emulator/control/define-control.ts'
import { shown } from '../../emulator/tools/shown.ts'

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  junit: 'application/xml; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  badge: 'image/svg+xml',
} as const

/** A format in which the control API writes reports. */
export type ReportFormat = keyof typeof mediaTypes

/** Every format in which the control API writes reports. */
export const reportFormats: readonly ReportFormat[] = Object.keys(mediaTypes) as readonly ReportFormat[]

/** The format that a request asks for. Default: html. @throws ApiError */
export function readFormat(query: ReadonlyMap<string, string>): ReportFormat {
  const name = query.get('format') ?? 'html'
  const format = reportFormats.find((one) => one === name)
  if (format) return format
  throw new ApiError('refused', `format must be one of ${reportFormats.join(', ')}; got ${shown(name)}.`)
}

/** A report. What it shows came from elsewhere, so it must not act as a page of this origin. */
export function reportAnswer(format: ReportFormat, text: string): ControlAnswer {
  const headers = { 'content-type': mediaTypes[format], 'content-security-policy': 'sandbox allow-scripts' }
  return { text: [text].values(), headers }
}
