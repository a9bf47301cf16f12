import type { ActionSeal } from '#offline/action-seal'
import type { OutboxContent } from '#offline/outbox-content'
import type { OpenOutbox } from './open-outbox'
import { missingFrom, type MissingAction, type OutboxMirror } from './outbox-mirror'

/** The outbox as it was read with a person's seal, or without one. */
export type OutboxRead = { content: OutboxContent; missing: readonly MissingAction[]; seal: ActionSeal | null }

type Dependencies = {
  open: () => Promise<OpenOutbox | null>
  mirror: OutboxMirror
  currentSeal: () => Promise<ActionSeal | null>
  onRead: (read: OutboxRead) => void
  /** Called when it can no longer be read, which ends the following. */
  onError: (error: unknown) => void
}

/** Reads the outbox whenever its rows change, by whichever tab, and compares the mirror with it. */
export const createFollowedOutbox = ({ open, mirror, currentSeal, onRead, onError }: Dependencies) => {
  let following: { owner: string; stop: () => void } | null = null
  let begun = 0
  /** Who waits for a read: how many had begun before their write, and how many when it was on the disk. */
  const waiting = new Map<() => void, { before: number; written: number }>()

  /** Ends the waiting for writes that this read includes. One that began before the write does, unless a change came during it. */
  const settle = (number: number, isWhole: boolean) => {
    for (const [resolve, { before, written }] of waiting) {
      if (number <= (isWhole ? before : written)) continue
      waiting.delete(resolve)
      resolve()
    }
  }

  const end = () => {
    following?.stop()
    following = null
    settle(Infinity, true)
  }

  const readerOf = (outbox: OpenOutbox['outbox'], seal: ActionSeal | null) => () => {
    const number = (begun += 1)
    // Before the outbox, since another tab may store an action in between.
    const remembered = mirror.read()
    return outbox.read(seal).then(async (content) => {
      const missing = await Promise.all(
        missingFrom(remembered, content).map(async (one) => ({
          ...one,
          label: seal === null ? null : await seal.openLabel(one),
        })),
      )
      return { number, remembered, content, missing, seal }
    })
  }

  return {
    /** Begins to follow with the seal of the present session, unless it does so already. */
    begin: async (): Promise<void> => {
      const opened = await open()
      if (opened === null) return
      const seal = await currentSeal()
      const owner = JSON.stringify([seal?.sub, seal?.session])
      if (following?.owner === owner) return
      following?.stop()
      const stop = opened.database.live(readerOf(opened.outbox, seal), {
        next: ({ number, remembered, ...read }, isWhole) => {
          mirror.reconcile(remembered, read.content.entries, read.missing)
          onRead(read)
          settle(number, isWhole)
        },
        error: (error) => {
          end()
          onError(error)
        },
      })
      following = { owner, stop }
    },
    end,
    /**
     * Returns a function that waits until the outbox was read after this call, or cannot be read. Called before a
     * write.
     */
    nextRead: () => {
      const before = begun
      return (): Promise<void> =>
        new Promise((resolve) => {
          if (following === null) resolve()
          else waiting.set(resolve, { before, written: begun })
        })
    },
  }
}
