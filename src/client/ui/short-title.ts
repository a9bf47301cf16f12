/** The short title of a trial: the part before the first colon, and the part after it, or null. */
export const shortTitle = (title: string): { name: string; rest: string | null } => {
  const colon = title.indexOf(':')
  const name = title.slice(0, colon).trim()
  const rest = title.slice(colon + 1).trim()
  return colon < 0 || name === '' || rest === '' ? { name: title, rest: null } : { name, rest }
}
