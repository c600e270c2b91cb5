import { flag, integer, type OptionTable, textsOption } from './option.ts'

/** The values of the options of `replay`. */
export interface ReplayFlags {
  readonly port: number | undefined
  readonly open: boolean
  readonly at: number | undefined
  readonly adapter: readonly string[]
}

/** The options of `replay`. */
export const replayOptions: OptionTable<ReplayFlags> = {
  port: integer('PORT to listen on (default: a free one)', 0, 65_535),
  open: flag('Open the console in the browser'),
  at: integer('Serve the case as it was after request N (default: 0, before the first)', 0, 10_000),
  adapter: textsOption('FILE of an adapter that the case needs'),
}
