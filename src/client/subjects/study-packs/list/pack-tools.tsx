import type { ReactNode } from 'react'
import { ListTools } from '../../../ui/list-tools'
import classes from './pack-tools.module.css'

/** The id of the tools, which are scrolled to where several packs are managed. */
export const PACK_TOOLS = 'pack-tools'

type PackToolsProps = {
  /** The search and the filters; none while there are no packs. */
  search?: ReactNode
  children: ReactNode
}

/** The tools of the list of packs in one line; on a phone the actions stand below the search. */
export function PackTools({ search = <span />, children }: PackToolsProps) {
  return (
    <div id={PACK_TOOLS} className={classes['tools']}>
      <ListTools>
        {search}
        {children}
      </ListTools>
    </div>
  )
}
