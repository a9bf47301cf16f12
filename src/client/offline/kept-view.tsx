import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../ui/query-view'
import { AgeNotice } from './age-notice'
import { useAgeOf, type KeptQuery } from './use-kept'

type AgedViewProps<Answer> = {
  query: UseQueryResult<Answer>
  loading: ReactNode
  children: (answer: Answer) => ReactNode
}

/** What was asked for in each of its states, with its age while the server cannot be asked again. */
export function AgedView<Answer>({ query, loading, children }: AgedViewProps<Answer>) {
  const asOf = useAgeOf(query)
  return (
    <>
      {asOf !== null && <AgeNotice asOf={asOf} />}
      <QueryView query={query} loading={loading}>
        {children}
      </QueryView>
    </>
  )
}

type KeptViewProps<Answer, Stored> = {
  kept: KeptQuery<Answer, Stored>
  loading: ReactNode
  /** What this device keeps of it, below its age. */
  renderStored: (stored: Stored) => ReactNode
  children: (answer: Answer) => ReactNode
}

/** The same, where a device keeps something of the answer: that is shown in its place until the server answers. */
export function KeptView<Answer, Stored>({ kept, loading, renderStored, children }: KeptViewProps<Answer, Stored>) {
  if (kept.stored === null) {
    return (
      <AgedView query={kept.query} loading={loading}>
        {children}
      </AgedView>
    )
  }
  return (
    <>
      <AgeNotice asOf={kept.stored.as_of} />
      {renderStored(kept.stored.answer)}
    </>
  )
}
