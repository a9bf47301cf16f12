import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './announced.module.css'

/**
 * A live region: what appears in it is read out. Screen readers say nothing of a region that appears with its text, so it is empty
 * for its first moment.
 */
export function Announced({ children }: { children: ReactNode }) {
  const isMounted = useMounted()
  return (
    <div aria-live="polite" className={classes['region']}>
      {isMounted && children}
    </div>
  )
}
