import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from './query-view'
import { AgeNotice } from './age-notice'
import { useAgeOf, type QueryOrStored } from './use-query-or-stored'

type StaleViewProps<Answer> = {
  query: UseQueryResult<Answer>
  loading: ReactNode
  children: (answer: Answer) => ReactNode
}

/** Shows a query in each of its states, with its age while it cannot be refetched. */
export function StaleView<Answer>({ query, loading, children }: StaleViewProps<Answer>) {
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

type QueryOrStoredViewProps<Answer, Stored> = {
  source: QueryOrStored<Answer, Stored>
  loading: ReactNode
  /** Renders the stored content, below its age. */
  renderStored: (stored: Stored) => ReactNode
  children: (answer: Answer) => ReactNode
}

/** The same for a query whose answer a device stores: the stored answer is shown until the server answers. */
export function QueryOrStoredView<Answer, Stored>({
  source,
  loading,
  renderStored,
  children,
}: QueryOrStoredViewProps<Answer, Stored>) {
  if (source.stored === null) {
    return (
      <StaleView query={source.query} loading={loading}>
        {children}
      </StaleView>
    )
  }
  return (
    <>
      <AgeNotice asOf={source.stored.as_of} />
      {renderStored(source.stored.answer)}
    </>
  )
}
