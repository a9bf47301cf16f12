import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Column, SortChoice } from './record-column'
import classes from './sort-heading.module.css'

/** The order of a list, and the callback that changes it. */
export type Sorting = {
  shown: { sort?: string | undefined; order?: 'asc' | 'desc' | undefined }
  onSort: (choice: SortChoice) => void
}

type Sorted = Pick<Column<never>, 'header' | 'sorts'>

type SortHeadingProps = { column: Sorted; sorting: Sorting | undefined }

/**
 * A column's heading. Where the list can be sorted by the column, a press sorts it, and another press reverses the
 * order.
 */
export function SortHeading({ column: { header, sorts = [] }, sorting }: SortHeadingProps) {
  const [first] = sorts
  if (sorting === undefined || first === undefined) return header
  const present = sorts.find((one) => isShown(one, sorting))
  const next = present === undefined ? first : (sorts.find((one) => one !== present) ?? first)
  const Icon = present === undefined ? IconArrowsSort : present.order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes['heading']}
      data-sorted={present !== undefined || undefined}
      title={`Sort: ${next.label}`}
      onClick={() => sorting.onSort(next)}
    >
      {header}
      <Icon size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}

/** The value of `aria-sort` for a column; undefined where the list is sorted otherwise. */
export const sortState = (
  { sorts = [] }: Pick<Column<never>, 'sorts'>,
  sorting: Sorting | undefined,
): 'ascending' | 'descending' | undefined => {
  const present = sorting && sorts.find((one) => isShown(one, sorting))
  if (present === undefined) return undefined
  return present.order === 'asc' ? 'ascending' : 'descending'
}

const isShown = ({ sort, order }: SortChoice, { shown }: Sorting): boolean =>
  sort === shown.sort && order === shown.order
