/** Whether this page is on its way to a provider by the person's own wish, so that the browser need not ask whether to leave. */
let isGoing = false

export const isGoingToProvider = (): boolean => isGoing

/** Notes that the link to a provider was followed. A page that comes back out of the browser's memory is no longer on its way. */
export const noteGoing = (): void => {
  isGoing = true
  addEventListener('pageshow', () => (isGoing = false), { once: true })
}
