const CHANNEL = 'equipoise.sign-in-confirmed'

/** Tells the other tabs that the person of this session has just signed in again. */
export const announceConfirmation = (): void => {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
  channel.postMessage(null)
  channel.close()
}

/** Calls `onConfirmed` when another tab reports a fresh sign-in; returns a function that stops this. */
export const followConfirmations = (onConfirmed: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', onConfirmed)
  return () => channel.close()
}
