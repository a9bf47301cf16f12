/**
 * Focuses the first of the elements with these ids that is on the page: an action may have removed the row of its
 * button.
 */
export const focusFirst = (...ids: readonly string[]): void =>
  ids
    .map((id) => document.getElementById(id))
    .find((element) => element !== null)
    ?.focus({ preventScroll: true })
