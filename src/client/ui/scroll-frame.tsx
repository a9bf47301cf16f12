import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scroll-frame.module.css'

type ScrollFrameProps = {
  /** The name of its content for keyboard users. */
  label: string
  /** Scrolls long tables too, not only wide ones. */
  isLow?: boolean
  children: ReactNode
}

/** A frame in which a table scrolls instead of the page; keyboards can reach it. */
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
