import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The pack was opened out of the queue, so the next one follows by itself. */
    isFromQueue?: boolean
  }
}

/** Said of an address that is opened out of the queue. Not part of it: a link to a pack starts no queue. */
export const FROM_QUEUE = { isFromQueue: true } as const

/** Whether the page was opened out of the queue; also after it was loaded again. */
export const useIsFromQueue = (): boolean => useLocation({ select: ({ state }) => state.isFromQueue === true })
