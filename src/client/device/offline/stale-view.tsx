import type { ReactNode } from 'react'
import { QueryView, type ShownQuery } from './query-view'
import { AgeNotice } from './age-notice'
import { useAgeOf } from './use-at-hand'

type StaleViewProps<Answer> = {
  query: ShownQuery<Answer>
  loading: ReactNode
  children: (answer: Answer) => ReactNode
}

/** Shows a query in each of its states, with its age while it is stored or cannot be refetched. */
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
