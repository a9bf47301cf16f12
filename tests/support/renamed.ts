import * as v from 'valibot'

/** Values that differ between worlds and reveal nothing: hashes, ids of requests and trials, packs. */
const NAMES = [
  /\b[0-9a-f]{64}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /(?<=\{"id":)\d+(?=,"pack_id":)/g,
  /(?<=\/study-packs\/)\d+/g,
  /(?<=\bPack )\d+(?= not found)/g,
  /(?<="salt":")[0-9a-f]+/g,
  /\bPK-\d{5}\b/g,
]

/** A text with such values replaced, each by its kind and the order of its first appearance. */
export const renamed = (text: string): string =>
  NAMES.reduce((sofar, pattern, kind) => {
    const names = new Map<string, string>()
    return sofar.replace(pattern, (original) => {
      const name = names.get(original) ?? `#${kind}.${names.size}`
      names.set(original, name)
      return name
    })
  }, text)

/**
 * An answer with its packs in the order of their fates. Of several equal packs, chance decides which is allocated, so
 * two worlds may list the same fates at other places.
 */
export const withPacksInOrder = (answer: string, fateOf: (packId: number) => string): string => {
  const [, body = '', json = ''] = /^(\w+ \S+ \d{3} )(.*"pack_id":.*)$/.exec(answer) ?? []
  if (json === '') return answer
  const byFate = (one: Pack, other: Pack) => {
    const [fate, others] = [fateOf(one.id), fateOf(other.id)]
    return fate === others ? 0 : fate < others ? -1 : 1
  }
  const value: unknown = JSON.parse(json)
  return body + JSON.stringify(value, (_field, part: unknown) => (v.is(PACKS, part) ? part.toSorted(byFate) : part))
}

const PACKS = v.array(v.looseObject({ id: v.number(), pack_id: v.string(), study_pack_status_id: v.number() }))
type Pack = v.InferOutput<typeof PACKS>[number]
