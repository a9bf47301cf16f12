import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './details-and-history.module.css'

type DetailsAndHistoryProps = {
  /** The beginning of the ids of the two headings, such as `pack-record`. */
  of: string
  /** Beside the list, with room for one column. */
  isBeside: boolean
  details: ReactNode
  history: ReactNode
}

/** The details of a record and its history: side by side on a wide page. */
export function DetailsAndHistory({ of, isBeside, details, history }: DetailsAndHistoryProps) {
  return (
    <div className={classes['columns']} data-beside={isBeside || undefined}>
      <section aria-labelledby={`${of}-record`}>
        <Title order={3} mb="xs" id={`${of}-record`}>
          Details
        </Title>
        {details}
      </section>
      <section aria-labelledby={`${of}-history`}>
        <Title order={3} mb="xs" id={`${of}-history`}>
          History
        </Title>
        {history}
      </section>
    </div>
  )
}
