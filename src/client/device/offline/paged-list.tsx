import type { ReactNode } from 'react'
import { isAtHand, type AnswerAtHand } from '../../api/answer-at-hand'
import type { ShownQuery } from './query-view'
import { StaleView } from './stale-view'
import { EmptyList, type EmptyListTexts } from '../../ui/empty-list'
import { ListPager, type Place } from '../../ui/list-pager'
import { ListSkeleton } from '../../ui/list-skeleton'
import classes from './paged-list.module.css'
import type { PagedSearch } from '../../ui/use-paged-search'

type Listed = Place & { data: readonly unknown[] }

const placeIn = (answer: Listed | AnswerAtHand<Listed, Listed>): Listed => (isAtHand(answer) ? answer.answer : answer)

type PagedListProps<Answer> = {
  /** The name of the list: "Trials". */
  label: string
  query: ShownQuery<Answer>
  paging: Pick<PagedSearch<never, never>, 'isNarrowed' | 'showAll' | 'onPage' | 'onPageSize'>
  none: EmptyListTexts
  /** How many columns its skeleton has. */
  columns: number
  /** Cards below 900 px, as the list in it. */
  isBroad?: boolean
  /** Renders a page that has rows. */
  children: (answer: Answer) => ReactNode
}

/**
 * One page of a list, with the links to the others. The page before stays, paler, while the next is loaded; the number
 * of results after a search or a filter is read out.
 */
export function PagedList<Answer extends Listed | AnswerAtHand<Listed, Listed>>(props: PagedListProps<Answer>) {
  const { label, query, paging, none, columns, isBroad = false, children } = props
  const { data, isPlaceholderData } = query
  const shown = data === undefined ? null : placeIn(data)
  const isEmpty = shown?.data.length === 0
  return (
    <>
      <StaleView query={query} loading={<ListSkeleton columns={columns} isBroad={isBroad} />}>
        {(answer) => {
          const list = placeIn(answer)
          return list.data.length === 0 ? (
            <EmptyList
              texts={none}
              isNarrowed={paging.isNarrowed}
              onShowAll={paging.showAll}
              onLastPage={list.total > 0 ? () => paging.onPage(Math.max(1, list.pages)) : null}
            />
          ) : (
            <div
              className={classes['frame']}
              aria-busy={isPlaceholderData}
              data-refreshing={isPlaceholderData || undefined}
            >
              {children(answer)}
            </div>
          )
        }}
      </StaleView>
      <ListPager
        label={label}
        shown={isEmpty ? null : shown}
        none={isEmpty ? none.title : ''}
        onPage={paging.onPage}
        onPageSize={paging.onPageSize}
      />
    </>
  )
}
