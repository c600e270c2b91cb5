/** The version of the package. It is a constant because the core cannot read files; a test compares it with package.json. */
export const version: string = '0.1.0'
