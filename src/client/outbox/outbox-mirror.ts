import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import type { OutboxContent } from '#offline/outbox'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../device-storage'

/** One action that waits, as it is remembered outside the outbox: enough to know that it is gone, and what it was. */
export type Remembered = { id: string; label: string; author: string; sub: string; state: string }

const remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id: v.string(), label: v.string(), author: v.string(), sub: v.string(), state: v.string() })),
)

/**
 * The second account of what waits, in local storage: a browser that loses its database seldom loses both, so that the loss is
 * noticed and told (OFFLINE, Two databases). Other tabs hear of each change of it.
 */
export const outboxMirror = (storage: DeviceStorage) => {
  const read = (): Remembered[] => {
    const parsed = v.safeParse(remembered, storage.read(STORED.outboxMirror))
    return parsed.success ? parsed.output : []
  }
  const write = (entries: readonly Remembered[]) => {
    if (entries.length === 0) storage.remove(STORED.outboxMirror)
    else storage.write(STORED.outboxMirror, JSON.stringify(entries))
  }
  return {
    /** Remembers these too, beside what is remembered now. */
    add: (actions: readonly StoredAction[]) => {
      const added = actions.map(entryOf)
      write([...read().filter(({ id }) => !added.some((one) => one.id === id)), ...added])
    },
    /** What is remembered now; read before the outbox is, for another tab may store in between. */
    read,
    /** Remembers what waits now, beside what is missing and was not yet acknowledged. */
    remember: (actions: readonly StoredAction[], missing: readonly Remembered[]) =>
      write([...missing, ...actions.filter(isOpen).map(entryOf)]),
  }
}

const entryOf = ({ id, label, author: { name, sub }, state }: StoredAction): Remembered => ({
  id,
  label,
  author: name,
  sub,
  state,
})

/** What was remembered and can be found no more. */
export const missingFrom = (known: readonly Remembered[], { actions, unreadable }: OutboxContent): Remembered[] => {
  const found = new Set([...actions.map(({ id }) => id), ...unreadable])
  return known.filter(({ id }) => !found.has(id))
}
