/** Milliseconds by which a list may lag behind: after them it shows what was true before. */
export const listLag = 4000
