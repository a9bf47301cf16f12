import type { ReactNode } from 'react'
import { paths } from '../paths'
import { RecordLink } from '../ui/record-link'

type TrialLinkProps = { trialId: number; className?: string; children: ReactNode }

/** A trial named in another place, as a link to its page. */
export function TrialLink({ trialId, className = '', children }: TrialLinkProps) {
  return (
    <RecordLink {...paths.trial(trialId)} className={className} isAside>
      {children}
    </RecordLink>
  )
}
