import { visibilityOf, type Visibility } from '#domain/people/blinding'
import { IconEyeOff } from '@tabler/icons-react'
import { StatusBadge } from './status-badge'

/** The blinding of the viewer in a trial, in words; null for none. */
const WORDS: Record<Visibility, string | null> = {
  names: null,
  labels: 'Blinded study group (label replacement)',
  nothing: 'Blinded study group (full)',
}

type BlindedBadgeProps = {
  trial: { is_blinded_whole: boolean; is_blinded_partial: boolean }
  /** One word, for lists. */
  isShort?: boolean
}

/** Says that the viewer sees no study groups, or only labels; empty where they see the groups. */
export function BlindedBadge({ trial, isShort = false }: BlindedBadgeProps) {
  const label = WORDS[visibilityOf(trial)]
  return label === null ? null : (
    <span title={label}>
      <StatusBadge tone="violet" icon={IconEyeOff}>
        {isShort ? 'Blinded' : label}
      </StatusBadge>
    </span>
  )
}
