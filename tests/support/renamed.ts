/** What differs from one world to the next without telling anything: hashes, ids of requests and trials, packs. */
const NAMES = [
  /\b[0-9a-f]{64}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /(?<="study_pack":\{"id":)\d+/g,
  /\bPK-\d{5}\b/g,
]

/** A text with such names replaced, each by its kind and the order in which it first appears. */
export const renamed = (text: string): string =>
  NAMES.reduce((sofar, pattern, kind) => {
    const names = new Map<string, string>()
    return sofar.replace(pattern, (found) => {
      const name = names.get(found) ?? `#${kind}.${names.size}`
      names.set(found, name)
      return name
    })
  }, text)
