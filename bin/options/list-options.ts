import { flag, type OptionTable } from './option.ts'

/** The values of the options of `list`. */
export interface ListFlags {
  readonly json: boolean
}

/** The options of `list`. */
export const listOptions: OptionTable<ListFlags> = {
  json: flag('Print JSON instead of text'),
}
