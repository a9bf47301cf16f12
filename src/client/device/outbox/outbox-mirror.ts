import type { OutboxContent, OutboxEntry } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../../browser/device-storage'

/**
 * An unsent action as it is remembered outside the outbox: its loss can be noticed, and its author can open the sealed label.
 */
type Remembered = {
  id: string
  label: string
  author: string
  sub: string
  state: string
  /**
   * The records of the action, so that a loss can be reported to the server; missing where an older version wrote this.
   */
  targets?: readonly string[] | undefined
}

/** A remembered action that is missing; its label is in words for its author, and null for anybody else. */
export type MissingAction = Omit<Remembered, 'label'> & { label: string | null }

const remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.string(),
      sealed_label: v.string(),
      author: v.string(),
      sub: v.string(),
      state: v.string(),
      targets: v.optional(v.array(v.string())),
    }),
  ),
)

/**
 * A second record of unsent actions, in local storage. A browser that loses its database seldom loses both, so the loss is
 * noticed and shown (src/specification/offline.md#the-outbox).
 */
export const outboxMirror = (storage: DeviceStorage) => {
  let latest: { text: string | null; entries: readonly Remembered[] } = { text: null, entries: [] }
  /** Parses only what another tab has written: thousands are read after each change of the outbox. */
  const read = (): readonly Remembered[] => {
    const text = storage.read(STORED.outboxMirror)
    if (text !== latest.text) latest = { text, entries: entriesIn(text) }
    return latest.entries
  }
  const write = (entries: readonly Remembered[]) => {
    const written = entries.map(({ label: sealed_label, id, author, sub, state, targets }) => ({
      id,
      sealed_label,
      author,
      sub,
      state,
      targets,
    }))
    const text = written.length === 0 ? null : JSON.stringify(written)
    // Another tab may have written the same.
    if (text === storage.read(STORED.outboxMirror) && !storage.isOnlyInMemory(STORED.outboxMirror)) return
    if (text === null) storage.remove(STORED.outboxMirror)
    else storage.write(STORED.outboxMirror, text)
    latest = { text, entries }
  }
  return {
    read,
    /** Remembers a just stored entry too. */
    add: (entry: OutboxEntry) => write([...read().filter(({ id }) => id !== entry.id), rememberedOf(entry)]),
    /**
     * Remembers the open entries, the missing ones, and those stored since. `before` is the memory before the entries
     * were read.
     */
    reconcile: (before: readonly Remembered[], entries: readonly OutboxEntry[], missing: readonly MissingAction[]) => {
      const open = entries.filter(isOpen).map(rememberedOf)
      const dropped = new Set([...before, ...open].map(({ id }) => id))
      for (const { id } of missing) dropped.delete(id)
      write([...read().filter(({ id }) => !dropped.has(id)), ...open])
    },
    /** Removes actions once a person has confirmed that they are missing. */
    remove: (ids: ReadonlySet<string>) => write(read().filter(({ id }) => !ids.has(id))),
  }
}

const entriesIn = (text: string | null): readonly Remembered[] => {
  const parsed = v.safeParse(remembered, text)
  return parsed.success ? parsed.output.map(({ sealed_label: label, ...one }) => ({ ...one, label })) : []
}

export type OutboxMirror = ReturnType<typeof outboxMirror>

const rememberedOf = ({ id, label, author: { name, sub }, state, targets }: OutboxEntry): Remembered => ({
  id,
  label,
  author: name,
  sub,
  state,
  targets,
})

/** The remembered actions that are missing, or present only under another person's name. */
export const missingFrom = (
  remembered: readonly Remembered[],
  { entries, unverified, unreadable }: Pick<OutboxContent, 'entries' | 'unverified' | 'unreadable'>,
): Remembered[] => {
  const authorById = new Map(entries.map(({ id, author }) => [id, author.sub]))
  const others = new Set([...unverified.map(({ id }) => id), ...unreadable])
  return remembered.filter(({ id, sub }) => authorById.get(id) !== sub && !others.has(id))
}
