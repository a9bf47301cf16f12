/** Whether the person is leaving this page for a provider, so that the browser need not ask. */
let isGoing = false

export const isGoingToProvider = (): boolean => isGoing

/** Records that the link to a provider was followed. A page from the back-forward cache is no longer leaving. */
export const noteGoing = (): void => {
  isGoing = true
  addEventListener('pageshow', () => (isGoing = false), { once: true })
}
