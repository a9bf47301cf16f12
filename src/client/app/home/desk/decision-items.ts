import type { Decision, DecisionKind } from '#contract/desk'
import { UNBLINDING_KINDS } from '#domain/audit/audit-kind'
import {
  IconAlertTriangle,
  IconBuildingHospital,
  IconCalendarExclamation,
  IconClipboardCheck,
  IconClockExclamation,
  IconDatabaseExclamation,
  IconEyeCheck,
  IconEyeExclamation,
  IconFlag,
  IconListDetails,
  IconMailExclamation,
  IconPlayerPause,
  IconRepeatOff,
  IconShieldExclamation,
  IconUserExclamation,
  IconUserQuestion,
  IconUsersMinus,
  type TablerIcon,
} from '@tabler/icons-react'
import { paths } from '../../../paths'
import { counted } from '../../../ui/format-number'
import { formatDay, formatInstant } from '../../../ui/format-time'
import { shortTitle } from '../../../ui/short-title'
import type { Tone } from '../../../ui/theme'
import type { ForYouItem } from '../for-you/for-you-item'
import type { ForYouPath } from '../for-you/for-you-path'

/** The name of a kind of decision, and the page where it is taken. */
type Presentation = {
  tone: Tone
  icon: TablerIcon
  text: (decision: Decision) => string
  detail: (decision: Decision) => string
  label: string
  /** The id is 0 for a decision outside trials. */
  path: (trialId: number) => ForYouPath
}

const last = ({ at }: Decision): string => (at === null ? '' : `Last: ${formatInstant(at, null)}`)
const status = () => paths.status()

const PRESENTATION: Readonly<Record<DecisionKind, Presentation>> = {
  open_alarms: {
    tone: 'red',
    icon: IconAlertTriangle,
    text: ({ count }) => `${counted(count, 'alarm')} to acknowledge`,
    detail: (decision) => ['A nightly check found something wrong', last(decision)].filter(Boolean).join(' · '),
    label: 'Show alarms',
    path: status,
  },
  wrong_clock: {
    tone: 'red',
    icon: IconClockExclamation,
    text: () => 'The clock of a server is wrong',
    detail: () => 'It runs no jobs until that is corrected',
    label: 'Show clock',
    path: status,
  },
  incomplete_checks: {
    tone: 'amber',
    icon: IconShieldExclamation,
    text: ({ count }) => `${counted(count, 'nightly check')} late or incomplete`,
    detail: last,
    label: 'Show checks',
    path: status,
  },
  failed_jobs: {
    tone: 'amber',
    icon: IconRepeatOff,
    text: ({ count }) => `${counted(count, 'job')} failed`,
    detail: last,
    label: 'Show jobs',
    path: status,
  },
  old_backup: {
    tone: 'amber',
    icon: IconDatabaseExclamation,
    text: ({ at }) => (at === null ? 'No backup was made' : 'The last backup is old'),
    detail: last,
    label: 'Show backup',
    path: status,
  },
  unsent_actions: {
    tone: 'amber',
    icon: IconClockExclamation,
    text: ({ count }) => `${counted(count, 'action')} not sent or refused`,
    detail: (decision) => ['Reported by devices', last(decision)].filter(Boolean).join(' · '),
    label: 'Show actions',
    path: paths.trial,
  },
  failed_emails: {
    tone: 'amber',
    icon: IconMailExclamation,
    text: ({ count }) => `${counted(count, 'email')} failed`,
    detail: last,
    label: 'Send again',
    path: (id) => ({ ...paths.messages(id), search: { state: ['failed'] } }),
  },
  expiring_packs: {
    tone: 'amber',
    icon: IconCalendarExclamation,
    text: ({ count }) => `${counted(count, 'pack')} can be allocated for at most 30 days`,
    detail: ({ on }) => (on === null ? '' : `Earliest last day: ${formatDay(on)}`),
    label: 'Show packs',
    path: (id) => ({ ...paths.studyPacks(id), search: { status: ['active'], expiry: 'allocatable_30_days' } }),
  },
  unconfirmed_design: {
    tone: 'amber',
    icon: IconClipboardCheck,
    text: () => 'the design waits for your confirmation',
    detail: () => 'A second person must confirm it before the start.',
    label: 'Check design',
    path: paths.trial,
  },
  list_running_out: {
    tone: 'red',
    icon: IconListDetails,
    text: ({ count }) => `${counted(count, 'stratum', 'strata')} with few places left on the list`,
    detail: last,
    label: 'Show the list',
    path: (trialId) => paths.allocationList(trialId),
  },
  unconfirmed_list: {
    tone: 'amber',
    icon: IconListDetails,
    text: () => 'A list of allocations needs a second person',
    detail: last,
    label: 'Review the list',
    path: (trialId) => paths.allocationList(trialId),
  },
  near_cap: {
    tone: 'amber',
    icon: IconUsersMinus,
    text: ({ count }) => `${counted(count, 'limit')} of participants near or reached`,
    detail: () => 'No one can be randomised beyond a limit.',
    label: 'Show trial',
    path: paths.trial,
  },
  sites_to_open: {
    tone: 'slate',
    icon: IconBuildingHospital,
    text: ({ count }) => `${counted(count, 'site')} to open`,
    detail: () => 'No one can be randomised there until then.',
    label: 'Open sites',
    path: paths.trial,
  },
  unblinded: {
    tone: 'slate',
    icon: IconEyeExclamation,
    text: ({ count }) => `${counted(count, 'participant')} unblinded in the last 7 days`,
    detail: last,
    label: 'Show participants',
    path: (id) => ({ ...paths.participants(id), search: {} }),
  },
  flagged: {
    tone: 'slate',
    icon: IconFlag,
    text: ({ count }) => `${counted(count, 'participant')} flagged in the last 7 days`,
    detail: last,
    label: 'Show flags',
    path: (id) => ({ ...paths.participants(id), search: { flag_status: 'Flagged' } }),
  },
  unreviewed_unblindings: {
    tone: 'slate',
    icon: IconEyeCheck,
    text: ({ count }) => `${counted(count, 'unblinding')} to review`,
    detail: () => 'No one has recorded a finding in the audit log yet.',
    label: 'Review',
    path: () => ({ ...paths.auditLogs(), search: { kind: [...UNBLINDING_KINDS], review_status: 'unreviewed' } }),
  },
  ending_accounts: {
    tone: 'amber',
    icon: IconUserExclamation,
    text: ({ count }) => `${counted(count, 'account')} ending or ended within 30 days`,
    detail: ({ at }) => (at === null ? '' : `First: ${formatInstant(at, null)}`),
    label: 'Show users',
    path: () => ({ ...paths.users(), search: { account: 'ending' } }),
  },
  unused_invitations: {
    tone: 'slate',
    icon: IconUserQuestion,
    text: ({ count }) => `${counted(count, 'invitation')} not used`,
    detail: last,
    label: 'Show users',
    path: () => ({ ...paths.users(), search: { association: 'not_associated' } }),
  },
  paused: {
    tone: 'slate',
    icon: IconPlayerPause,
    text: () => 'paused',
    detail: () => 'No one can be randomised until the trial is started again.',
    label: 'Show trial',
    path: paths.trial,
  },
}

/** The decisions as the list shows them, the most urgent first. */
export const decisionItems = (decisions: readonly Decision[]): ForYouItem[] =>
  decisions
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    .map((decision): ForYouItem => {
      const { tone, icon, text, detail, label, path } = PRESENTATION[decision.kind]
      const { trial } = decision
      return {
        key: `${decision.kind} ${trial?.id ?? 0}`,
        tone,
        icon,
        sentence: [trial === null ? text(decision) : `${shortTitle(trial.title).name}: ${text(decision)}`],
        detail: detail(decision),
        link: { label, path: path(trial?.id ?? 0) },
      }
    })

const URGENCY: readonly Tone[] = ['red', 'amber', 'slate']
const urgencyOf = ({ kind }: Decision): number => URGENCY.indexOf(PRESENTATION[kind].tone)
