import { flag, integer, type OptionTable, textOption, textsOption } from './option.ts'

/** The values of the options of `replay`. */
export interface ReplayFlags {
  readonly port: number | undefined
  readonly open: boolean
  readonly at: string | undefined
  readonly adapter: readonly string[]
}

/** The options of `replay`. */
export const replayOptions: OptionTable<ReplayFlags> = {
  port: integer('PORT to listen on (default: a free one)', 0, 65_535),
  open: flag('Open the console in the browser'),
  at: textOption('Serve it as it was after request N, at a TIME, or after the first-4xx'),
  adapter: textsOption('FILE of an adapter that the case needs'),
}
