/** The error that a promise is rejected with. Rejection may come before this is called. */
export const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const settled = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in settled) return settled.error
  throw new Error(`Nothing was thrown, but answered: ${JSON.stringify(settled.value)}`)
}
