/** The version of the package. The core cannot read files, so a test compares it with package.json. */
export const version: string = '0.1.0'
