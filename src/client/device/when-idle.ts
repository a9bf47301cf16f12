/** Resolves when the page has nothing else to do, after a second at the latest. */
export const whenIdle = async (): Promise<void> => {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') return
  await new Promise((resolve) => {
    requestIdleCallback(resolve, { timeout: AT_THE_LATEST_MS })
  })
}

const AT_THE_LATEST_MS = 1000
