import { useLocation } from '@tanstack/react-router'
import { createContext, use, type ReactNode } from 'react'
import { OFFLINE_REASONS } from './offline-reasons'
import { actionOfPage } from './page-actions'

const NOT_KEPT = 'It is not saved on this device.'
const PageReasonContext = createContext(NOT_KEPT)

/** Tells everything within why the page that is open cannot be shown without the connection. */
export function PageReason({ children }: { children: ReactNode }) {
  const action = useLocation({ select: ({ pathname }) => actionOfPage(pathname) })
  const reason = action === null ? NOT_KEPT : OFFLINE_REASONS[action]
  // Around every page: one that comes and goes would have the page below drawn again, with the loss of what stands in it.
  return <PageReasonContext value={reason}>{children}</PageReasonContext>
}

/** Why the page that is open cannot be shown without the connection. */
export const usePageReason = (): string => use(PageReasonContext)
