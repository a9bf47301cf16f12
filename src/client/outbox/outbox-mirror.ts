import type { OutboxContent, OutboxEntry } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../device-storage'

/**
 * One action that waits, as it is remembered outside the outbox: enough to know that it is gone, and for its author, who can open the
 * label, what it was. Null where an older version of the app stored it, or remembered it in words.
 */
export type Remembered = { id: string; label: string | null; author: string; sub: string; state: string }

const remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.string(),
      sealed_label: v.optional(v.nullable(v.string()), null),
      author: v.string(),
      sub: v.string(),
      state: v.string(),
    }),
  ),
)

/**
 * The second account of what waits, in local storage: a browser that loses its database seldom loses both, so that the loss is
 * noticed and told (src/specification/offline.md#the-outbox). Other tabs hear of each change of it.
 */
export const outboxMirror = (storage: DeviceStorage) => {
  const read = (): Remembered[] => {
    const parsed = v.safeParse(remembered, storage.read(STORED.outboxMirror))
    return parsed.success ? parsed.output.map(({ sealed_label: label, ...one }) => ({ ...one, label })) : []
  }
  const write = (entries: readonly Remembered[]) => {
    const written = entries.map(({ label: sealed_label, id, author, sub, state }) => ({
      id,
      sealed_label,
      author,
      sub,
      state,
    }))
    if (written.length === 0) storage.remove(STORED.outboxMirror)
    else storage.write(STORED.outboxMirror, JSON.stringify(written))
  }
  return {
    /** Remembers these too, beside what is remembered now. */
    add: (entries: readonly OutboxEntry[]) => {
      const added = entries.map(rememberedOf)
      write([...read().filter(({ id }) => !added.some((one) => one.id === id)), ...added])
    },
    /** What is remembered now; read before the outbox is, for another tab may store in between. */
    read,
    /** Remembers what waits now, beside what is missing and was not yet acknowledged. */
    remember: (entries: readonly OutboxEntry[], missing: readonly Remembered[]) =>
      write([...missing, ...entries.filter(isOpen).map(rememberedOf)]),
  }
}

const rememberedOf = ({ id, label, author: { name, sub }, state }: OutboxEntry): Remembered => ({
  id,
  label,
  author: name,
  sub,
  state,
})

/** What was remembered and can be found no more, or only in another person's name. */
export const missingFrom = (
  remembered: readonly Remembered[],
  { entries, unverified, unreadable }: Pick<OutboxContent, 'entries' | 'unverified' | 'unreadable'>,
): Remembered[] => {
  const whose = new Map(entries.map(({ id, author }) => [id, author.sub]))
  const others = new Set([...unverified.map(({ id }) => id), ...unreadable])
  return remembered.filter(({ id, sub }) => whose.get(id) !== sub && !others.has(id))
}
