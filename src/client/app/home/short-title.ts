/** A trial's title as its short name, before the first colon, and the rest; the whole title where it has no colon. */
export const shortTitle = (title: string): readonly [name: string, rest: string] => {
  const [name = title, ...rest] = title.split(': ')
  return [name, rest.join(': ')]
}
