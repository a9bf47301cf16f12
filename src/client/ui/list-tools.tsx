import type { ReactNode } from 'react'
import classes from './list-tools.module.css'

/** The tools of a list in one line: its search first, which takes the remaining room. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={`${classes['tools']} no-print`}>{children}</div>
}
