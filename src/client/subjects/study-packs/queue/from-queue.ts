import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The pack was opened from the queue, so the next one follows automatically. */
    isFromQueue?: boolean
  }
}

/** The state of an address that is opened from the queue. Not part of the address: a link to a pack starts no queue. */
export const FROM_QUEUE = { isFromQueue: true } as const

/** Whether the page was opened from the queue; also after a reload. */
export const useIsFromQueue = (): boolean => useLocation({ select: ({ state }) => state.isFromQueue === true })
