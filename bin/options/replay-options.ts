import { flag, integer, type OptionTable } from './option.ts'

/** The values of the options of `replay`. */
export interface ReplayFlags {
  readonly port: number | undefined
  readonly open: boolean
}

/** The options of `replay`. */
export const replayOptions: OptionTable<ReplayFlags> = {
  port: integer('PORT to listen on (default: a free one)', 0, 65_535),
  open: flag('Open the console in the browser'),
}
