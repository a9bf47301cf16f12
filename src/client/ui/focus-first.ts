/** Focuses the first of the elements with these ids that is on the page: an action may have taken the row of its button away. */
export const focusFirst = (...ids: readonly string[]): void =>
  ids
    .map((id) => document.getElementById(id))
    .find((element) => element !== null)
    ?.focus({ preventScroll: true })
