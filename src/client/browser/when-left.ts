/** Calls `leave` when this page is left; returns a function that stops this. */
export const whenLeft = (leave: () => void): (() => void) => {
  addEventListener('pagehide', leave)
  return () => removeEventListener('pagehide', leave)
}
