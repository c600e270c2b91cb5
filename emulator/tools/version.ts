/** The version of the package: a constant, as the core cannot read files. A test holds it to package.json. */
export const version: string = '0.1.0'
