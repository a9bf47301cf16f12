import * as v from 'valibot'

/** Turns an item of one version into the next. */
type Step = (item: object) => object

/**
 * Upgrades an item from each older version to the next. A step never touches the call, which may have been sent under its key
 * already: a repeat must have the same body. A step may be removed only when no item of its version can be left, two versions
 * later.
 */
const STEPS: Readonly<Record<number, Step>> = {
  // From 2 on a note may hold the server's refusal; a note of 1 never did.
  1: (item) => item,
  // From 3 on a dispense of several packs holds their names; one of 2 named them in its label alone, if at all.
  2: (item) => {
    const packs = packsInLabel(item)
    return packs === null ? item : { ...item, packs }
  },
  // From 4 on items are sealed and name their session; the session of a 3 is unknown.
  3: (item) => item,
}

const severalPacks = v.object({
  label: v.pipe(v.string(), v.regex(/^Dispense [\d,]+ packs: ./)),
  call: v.object({ body: v.object({ study_pack_ids: v.array(v.number()) }) }),
})

/** The packs that a label names, in the order of the call; null where they cannot be matched. */
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

/** Upgrades an item of any older version to this one; an item of an unknown version stays as it is. */
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
