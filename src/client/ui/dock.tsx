import type { ReactNode } from 'react'
import classes from './dock.module.css'

/** The main action of a phone's screen, at its foot, where the thumb is. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className={`${classes['dock']} no-print`}>{children}</div>
}
