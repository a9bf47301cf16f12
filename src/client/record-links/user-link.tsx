import { isSystemUser } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '../api/session-queries'
import { paths } from '../paths'
import { TextLink } from '../ui/link-button'
import { RecordLink } from '../ui/record-link'

type UserLinkProps = {
  user: { id: number; name: string }
  /** Within a sentence, whose lines keep their height. */
  isInText?: boolean
  children?: ReactNode
}

/** A person's name as a link to their page, for people who manage users; for others the name alone. */
export function UserLink({ user: { id, name }, isInText = false, children = name }: UserLinkProps) {
  const { data: me } = useQuery(meQuery)
  if (me === undefined || !isSystemUser(me.max_level)) return children
  if (isInText)
    return (
      <TextLink {...paths.user(id)} inherit>
        {children}
      </TextLink>
    )
  return (
    <RecordLink {...paths.user(id)} isAside>
      {children}
    </RecordLink>
  )
}
