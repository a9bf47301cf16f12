import * as v from 'valibot'

/** Turns an item of one version into the next. */
type Step = (item: object) => object

/**
 * What an item of each older version lacks to be one of the next. A step never touches the call of an item: it may have gone out
 * under its key already, and the same key must bring the same words. Steps are added, and none is taken away before items of its
 * version are older than the two versions before this one.
 */
const STEPS: Readonly<Record<number, Step>> = {
  // Since 2 a note may hold what the server said besides its words; one of 1 never did.
  1: (item) => item,
  // Since 3 the packs of a dispense of several stand in it by name; one of 2 named them in its label alone, if at all.
  2: (item) => {
    const packs = packsInLabel(item)
    return packs === null ? item : { ...item, packs }
  },
  // Since 4 items are sealed, and say in which session they were done; one of 3 was done in none that can be told.
  3: (item) => item,
}

const severalPacks = v.object({
  label: v.pipe(v.string(), v.regex(/^Dispense [\d,]+ packs: ./)),
  call: v.object({ body: v.object({ study_pack_ids: v.array(v.number()) }) }),
})

/** The packs that a label names, in the order in which the call does; null where it cannot be told which is which. */
const packsInLabel = (item: object): { id: number; pack_id: string }[] | null => {
  const parsed = v.safeParse(severalPacks, item)
  if (!parsed.success) return null
  const { label, call } = parsed.output
  const names = label.slice(label.indexOf(': ') + 2).split(', ')
  const packs = call.body.study_pack_ids.flatMap((id, place) =>
    names.slice(place, place + 1).map((pack_id) => ({ id, pack_id })),
  )
  return names.length === call.body.study_pack_ids.length ? packs : null
}

/** Items as a version of the app reads them, whichever older version stored them; what it does not know it leaves as it is. */
export const raisedTo =
  (version: number, steps: Readonly<Record<number, Step>> = STEPS) =>
  (stored: unknown): unknown => {
    let item = stored
    while (isVersioned(item) && item.version < version) {
      const step = steps[item.version]
      if (step === undefined) return item
      item = { ...step(item), version: item.version + 1 }
    }
    return item
  }

const isVersioned = (item: unknown): item is { version: number } =>
  typeof item === 'object' && item !== null && 'version' in item && typeof item.version === 'number'
