import type { Found } from '#contract/search'
import { TRIAL_ACTIONS, type TrialActionName } from '#domain/people/trial-action'
import { trialStatusOfId, trialStatusOfKey } from '#domain/trials/trial-status'
import {
  IconArrowsExchange,
  IconClipboardCheck,
  IconFlag,
  IconPackage,
  IconPackageExport,
  IconStethoscope,
  IconUser,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { paths } from '../../paths'
import { requestStatusChange } from '../../subjects/trials/trial/requested-status'
import { Instant } from '../../ui/instant'
import { shortTitle } from '../../ui/short-title'
import { StatusBadge } from '../../ui/status-badge'
import { StudyPackStatusBadge } from '../../ui/study-pack-status-badge'
import type { JumpGroup, JumpItem, JumpPath } from './jump-item'

/** The server's results, by kind. */
export const foundGroups = (found: Found): { records: JumpGroup[]; others: JumpGroup[] } => {
  const more = (kind: Found['has_more'][number]) => found.has_more.includes(kind)
  return {
    records: [
      { title: 'Participants', items: found.participants.map(participantItem), hasMore: more('participants') },
      { title: 'Study packs', items: found.study_packs.map(packItem), hasMore: more('study_packs') },
    ],
    others: [
      { title: 'Trials', items: found.trials.map(trialItem), hasMore: more('trials') },
      { title: 'Actions', items: found.acts.map(actionItem), hasMore: more('acts') },
      { title: 'Users', items: found.users.map(userItem), hasMore: more('users') },
      { title: 'Audit entries', items: found.audit_logs.map(auditItem) },
    ],
  }
}

const participantItem = (one: Found['participants'][number]): JumpItem => ({
  id: `participant-${one.id}`,
  label: one.participant_id ?? `Participant ${one.trial_sequence_no}`,
  description: `${shortTitle(one.trial.title).name}, participant ${one.trial_sequence_no}`,
  aside:
    one.flag_status.name === 'Flagged' ? (
      <StatusBadge tone="amber" icon={IconFlag}>
        Flagged
      </StatusBadge>
    ) : (
      <Instant at={one.created_at} zone={null} />
    ),
  icon: IconUser,
  to: paths.participant(one.trial.id, one.id),
  recent: `participant-${one.id}`,
})

const packItem = ({
  id,
  trial,
  pack_id,
  participant,
  study_pack_status_id,
}: Found['study_packs'][number]): JumpItem => ({
  id: `study_pack-${id}`,
  label: `Pack ${pack_id}`,
  description: [
    participant && `for ${participant.participant_id ?? `participant ${participant.trial_sequence_no}`}`,
    shortTitle(trial.title).name,
  ]
    .filter(Boolean)
    .join(' · '),
  aside: <StudyPackStatusBadge statusId={study_pack_status_id} />,
  icon: IconPackage,
  to: paths.studyPack(trial.id, id),
  recent: `study_pack-${id}`,
})

const trialItem = ({ id, title, trial_status_id }: Found['trials'][number]): JumpItem => ({
  id: `trial-${id}`,
  label: title,
  description: `Trial ${id}, ${trialStatusOfId(trial_status_id)?.name ?? ''}`,
  icon: IconStethoscope,
  to: paths.trial(id),
  recent: `trial-${id}`,
})

const actionItem = ({ name, trial }: Found['acts'][number]): JumpItem => {
  const { label, status } = TRIAL_ACTIONS[name]
  const to = status === undefined ? null : (trialStatusOfKey(status) ?? null)
  return {
    id: `${name}-${trial.id}`,
    label: `${label} ${shortTitle(trial.title).name}`,
    icon: ACTION_PRESENTATION[name].icon,
    to: ACTION_PRESENTATION[name].path(trial.id),
    recent: `${name}-${trial.id}`,
    ...(to !== null && { before: () => requestStatusChange(trial.id, to.id) }),
  }
}

const CHANGES_STATUS = { icon: IconArrowsExchange, path: (id: number) => paths.trial(id) }

const ACTION_PRESENTATION: Readonly<
  Record<TrialActionName, { icon: TablerIcon; path: (trialId: number) => JumpPath }>
> = {
  randomise: { icon: IconUserPlus, path: paths.randomise },
  dispense: { icon: IconPackageExport, path: (id) => paths.dispense(id) },
  start: CHANGES_STATUS,
  pause: CHANGES_STATUS,
  finish: CHANGES_STATUS,
  terminate: CHANGES_STATUS,
  add_user: { icon: IconUserPlus, path: paths.addTrialUser },
}

const userItem = ({ id, name, email, trial }: Found['users'][number]): JumpItem => ({
  id: `user-${id}-${trial?.id ?? 0}`,
  label: name,
  description: email ?? shortTitle(trial?.title ?? '').name,
  icon: IconUser,
  to: trial === null ? paths.user(id) : { ...paths.trialUsers(trial.id), search: { name } },
  recent: `user-${id}`,
})

const auditItem = ({ id, created_at, description }: Found['audit_logs'][number]): JumpItem => ({
  id: `audit_log-${id}`,
  label: `Audit entry ${id}`,
  description,
  aside: <Instant at={created_at} zone={null} />,
  icon: IconClipboardCheck,
  to: { ...paths.auditLogs(), search: { open: String(id) } },
  recent: `audit_log-${id}`,
})
