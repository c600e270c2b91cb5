/** The longest accepted lag of a list, in milliseconds. After that, a list shows earlier changes. */
export const listLag = 4000
