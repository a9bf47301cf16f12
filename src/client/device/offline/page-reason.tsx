import { createContext, use, type ReactNode } from 'react'
import { usePageFacts } from '../../route-facts'
import { OFFLINE_REASONS } from '../../offline-reasons'

const NOT_SAVED = 'This page is not saved on this device.'
const PageReasonContext = createContext(NOT_SAVED)

/** Provides the reason why the open page needs the connection. */
export function PageReason({ children }: { children: ReactNode }) {
  const action = usePageFacts()?.needsServer ?? null
  const reason = action === null ? NOT_SAVED : OFFLINE_REASONS[action]
  // Around every page: a provider that is added later would mount the page again, and lose its state.
  return <PageReasonContext value={reason}>{children}</PageReasonContext>
}

/** The reason why the open page needs the connection. */
export const usePageReason = (): string => use(PageReasonContext)
