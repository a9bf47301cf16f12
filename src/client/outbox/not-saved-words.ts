/** Said where this device could not write into its outbox: nothing has changed there. */
export const notSavedWords = (why: unknown): string =>
  `NOT saved: ${why instanceof Error ? why.message : String(why)}. Nothing was recorded. Try again.`
