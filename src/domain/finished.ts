/** The result of work in steps, made at once. */
export const finished = <Value>(steps: Generator<undefined, Value>): Value => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
