/** Moves the focus to the view, where the element that had it is about to go: a keyboard goes on from there. */
export function focusMain(): void {
  document.getElementById('main')?.focus()
}
