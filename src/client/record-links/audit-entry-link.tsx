import type { ReactNode } from 'react'
import { paths } from '../paths'
import { TextLink } from '../ui/link-button'

type AuditEntryLinkProps = { id: number; children?: ReactNode }

/** An entry of the audit log named in a text, as a link that unfolds it. Only readers of the log are shown one. */
export function AuditEntryLink({ id, children = `Entry ${id}` }: AuditEntryLinkProps) {
  return (
    <TextLink {...paths.auditLogs()} search={{ open: String(id) }} inherit underline="always">
      {children}
    </TextLink>
  )
}
