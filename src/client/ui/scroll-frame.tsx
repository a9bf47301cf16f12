import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scroll-frame.module.css'

type ScrollFrameProps = {
  /** What is in it, for those who come to it by keyboard. */
  label: string
  /** Long tables scroll in the frame too, not only wide ones. */
  isLow?: boolean
  children: ReactNode
}

/** A frame in which a table scrolls, so that the page does not; the keyboard reaches it. */
export function ScrollFrame({ label, isLow = false, children }: ScrollFrameProps) {
  return (
    <Box
      component="section"
      className={classes['frame']}
      mod={{ low: isLow }}
      tabIndex={0}
      aria-label={`${label}: table`}
    >
      {children}
    </Box>
  )
}
