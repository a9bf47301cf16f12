import type { OutboxContent, OutboxEntry } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../device-storage'

/**
 * An unsent action as it is remembered outside the outbox: its loss can be noticed, and its author can open the label. The
 * label is null where an older version stored the action, or remembered it in words.
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
 * A second record of unsent actions, in local storage. A browser that loses its database seldom loses both, so the loss is
 * noticed and shown (src/specification/offline.md#the-outbox). Other tabs are notified of changes.
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
    /** Remembers these entries too. */
    add: (entries: readonly OutboxEntry[]) => {
      const added = entries.map(rememberedOf)
      write([...read().filter(({ id }) => !added.some((one) => one.id === id)), ...added])
    },
    /** The remembered actions. Read before the outbox, since another tab may store an action in between. */
    read,
    /** Remembers the present entries, and the missing ones that were not acknowledged yet. */
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

/** The remembered actions that cannot be found, or only in another person's name. */
export const missingFrom = (
  remembered: readonly Remembered[],
  { entries, unverified, unreadable }: Pick<OutboxContent, 'entries' | 'unverified' | 'unreadable'>,
): Remembered[] => {
  const whose = new Map(entries.map(({ id, author }) => [id, author.sub]))
  const others = new Set([...unverified.map(({ id }) => id), ...unreadable])
  return remembered.filter(({ id, sub }) => whose.get(id) !== sub && !others.has(id))
}
