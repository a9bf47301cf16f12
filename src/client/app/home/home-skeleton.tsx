import { PageSkeleton } from '../../ui/page-skeleton'
import classes from './signed-in-home.module.css'

/** What stands in for the day's work: as high as a screen, so that the footer does not move when the work appears. */
export function HomeSkeleton() {
  return (
    <div className={classes['awaited']}>
      <PageSkeleton blocks={ROWS} />
    </div>
  )
}

/** As high as the heading of the list and its first rows. */
const ROWS = [['2rem'], ['5.25rem'], ['5.25rem'], ['5.25rem']] as const
