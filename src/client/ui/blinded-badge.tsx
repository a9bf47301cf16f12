import { visibilityOf, type Visibility } from '#domain/people/blinding'
import { IconEyeOff } from '@tabler/icons-react'
import { StatusBadge } from './status-badge'

/** How a trial is blinded for its viewer, in words; nothing where it is not. */
const WORDS: Record<Visibility, string | null> = {
  names: null,
  labels: 'Blinded study group (label replacement)',
  nothing: 'Blinded study group (full)',
}

type BlindedBadgeProps = {
  trial: { is_blinded_whole: boolean; is_blinded_partial: boolean }
  /** One word, where many stand under each other. */
  isShort?: boolean
}

/** Says that the viewer does not see study groups, or sees only their labels; nothing where the groups are shown. */
export function BlindedBadge({ trial, isShort = false }: BlindedBadgeProps) {
  const words = WORDS[visibilityOf(trial)]
  return words === null ? null : (
    <span title={words}>
      <StatusBadge tone="violet" icon={IconEyeOff}>
        {isShort ? 'Blinded' : words}
      </StatusBadge>
    </span>
  )
}
