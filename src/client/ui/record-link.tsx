import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './record-link.module.css'

type RecordLinkProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    ref?: Ref<HTMLAnchorElement>
    /** Leads to another record than that of its row. */
    isAside?: boolean
  }

/** A link to a record's page, large enough for a finger. A press on the row of a list follows it, too. */
export const RecordLink = createLink(({ isAside = false, className = '', ...props }: RecordLinkProps) => (
  <Anchor
    className={`${classes['link']} ${className}`}
    {...(isAside ? {} : { fw: 600, underline: 'hover' })}
    {...props}
  />
))
