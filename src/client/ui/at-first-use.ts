/**
 * A value that is made when it is first asked for, such as a format of numbers: the first format of a page loads the language, which
 * takes 12 ms, and four times as long on a weak tablet. A page that shows no number does not wait for it.
 */
export const atFirstUse = <Made extends object>(make: () => Made): (() => Made) => {
  let made: Made | null = null
  return () => {
    made ??= make()
    return made
  }
}
