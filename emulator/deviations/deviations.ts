/** The names of the deliberate violations that `--deviation` takes: none yet. */
export const deviationNames: readonly string[] = []
