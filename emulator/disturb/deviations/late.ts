import * as shipped from './shipped.ts'

/** The shipped deviations, which few processes need. The build loads them as it does those of emulator/tools/late.ts. */
export const late: { readonly deviations: () => typeof shipped } = { deviations: () => shipped }
