import {
  IconAlertCircle,
  IconEye,
  IconEyeExclamation,
  IconFlag,
  IconFlagOff,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ParticipantAction } from './offered-participant-actions'

/** The label and icon of each action. */
export const ACTION_PRESENTATION: Record<ParticipantAction, { label: string; icon: TablerIcon }> = {
  flag: { label: 'Flag', icon: IconFlag },
  unflag: { label: 'Unflag', icon: IconFlagOff },
  unblind: { label: 'Unblind', icon: IconEye },
  record_error: { label: 'Record an error', icon: IconAlertCircle },
  record_unblinding: { label: 'Record an inadvertent unblinding', icon: IconEyeExclamation },
}
