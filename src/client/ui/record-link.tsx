import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type RecordLinkProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    ref?: Ref<HTMLAnchorElement>
    /** Leads to something else than what its row is about. */
    isAside?: boolean
  }

/** A link to a record's page, large enough for a finger. A press on the row of a list follows it too. */
export const RecordLink = createLink(({ isAside = false, ...props }: RecordLinkProps) => (
  <Anchor
    py="0.625rem"
    miw="2.75rem"
    display="inline-block"
    {...(isAside ? {} : { fw: 600, underline: 'hover' })}
    {...props}
  />
))
