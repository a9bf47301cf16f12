import { listAuditLogs } from '#contract/audit-logs'
import { listOwnSessions } from '#contract/identity'
import { listMessages } from '#contract/messages'
import { getParticipantsSnapshot } from '#contract/participant-actions'
import { listParticipants } from '#contract/participants'
import { listStudyPacks } from '#contract/study-packs'
import { listOwnNotifications } from '#contract/trial-notifications'
import { listTrialUsers } from '#contract/trial-users'
import { getTrial, listTrials } from '#contract/trials'
import { listUserPermissions } from '#contract/user-permissions'
import { getUser, listUsers } from '#contract/users'
import { listWaitingParticipants } from '#contract/waiting-list'
import { aShownAuditEntry, aShownMessage, aShownPermission, aShownUser } from '../a-shown-record'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { aShownTrial, aShownTrialSummary } from '../a-shown-trial'
import { aShownWaitingParticipant } from '../a-shown-waiting-participant'
import { answers, AS_ADMINISTRATOR, keeps, listOf, ME, pagesOf, type Reply, loses } from '../open-app'

/* Every list of the portal over answers of the contract, as a table, and as cards on a narrow screen. */

export const OPEN = aShownTrial()
export const PACKED = aShownTrial({
  is_managing_packs: true,
  study_groups: [{ id: 51, name: 'Aspirin', is_blinded: false }],
})
/** The time of the answers that this device stores. */
const AS_OF = '2026-11-21T09:48:00.000Z'

/** Roles by their ids. */
export const ADMINISTRATOR = 2
export const VIEWER = 4
const SYSTEM = 1

type List = { name: string; at: string; replies: Reply[]; table: string[] }

export const LISTS: Record<string, List> = {
  trials: {
    name: 'Trials',
    at: '/trials',
    replies: [
      answers(
        listTrials,
        listOf(
          aShownTrialSummary(),
          aShownTrialSummary({
            id: 2,
            title: 'Cedar',
            trial_status_id: 1,
            trial_status: { id: 1, name: 'Planning' },
            num_sampled: 0,
            sample_size: 1200,
            is_blinded_whole: true,
          }),
        ),
      ),
    ],
    table: [
      'ID | Title | Status | Participants | Planned end',
      '1 | The International Stroke Trial, UK | Started | 10 of 365 | 5 Jan 2027',
      '2 | Cedar | Planning Blinded | 0 of 1,200 | 5 Jan 2027',
    ],
  },
  'trials on this device': {
    name: 'Trials',
    at: '/trials',
    replies: [keeps(listTrials, listOf(aShownTrialSummary()), AS_OF)],
    table: ['ID | Title | Status | Planned end', '1 | The International Stroke Trial, UK | Started | 5 Jan 2027'],
  },
  participants: {
    name: 'Participants',
    at: '/trials/1/participants',
    replies: [
      ...pagesOf(PACKED, ADMINISTRATOR),
      answers(
        listParticipants,
        listOf(
          aShownParticipant({
            participant_id: 'P-9',
            study_pack: { id: 1, pack_id: 'A-1', study_pack_status_id: 6 },
            flag_status: { name: 'Flagged' },
            strata: [{ stratum: 'Sex', option: 'Female' }],
          }),
          aShownParticipant({
            id: 72,
            trial_sequence_no: 11,
            created_at: '2026-07-01T12:00:00.000Z',
            study_group: { name: 'Aspirin', is_blinded: false },
            study_packs: [
              { id: 2, pack_id: 'A-2', study_pack_status_id: 5 },
              { id: 3, pack_id: 'B-2', study_pack_status_id: 5 },
            ],
          }),
        ),
      ),
      answers(listStudyPacks, { data: [] }),
    ],
    table: [
      'Sequence | Date | Participant ID | Study group | Site | Study pack | Flag | Actions',
      '12 | 21 Nov 2026, 10:00 | P-9 | Blinded | Queens | A-1 | Flagged | Actions',
      '11 | 1 Jul 2026, 13:00 |  | Aspirin | Queens | A-2, B-2 | Unflagged | Flag',
    ],
  },
  'participants of a trial without ids and packs': {
    name: 'Participants',
    at: '/trials/1/participants',
    replies: [
      ...pagesOf(aShownTrial({ is_participant_id_used: false }), VIEWER),
      answers(listParticipants, listOf(aShownParticipant())),
    ],
    table: [
      'Sequence | Date | Study group | Site | Flag | Actions',
      '12 | 21 Nov 2026, 10:00 | Blinded | Queens | Unflagged | Flag',
    ],
  },
  'participants on this device': {
    name: 'Participants',
    at: '/trials/1/participants',
    replies: [
      keeps(getTrial, OPEN, AS_OF),
      loses(listParticipants),
      keeps(
        getParticipantsSnapshot,
        {
          data: [
            { id: 71, trial_sequence_no: 12, participant_id: 'P-9', site_id: 11, flag_status: { name: 'Flagged' } },
            { id: 72, trial_sequence_no: 13, participant_id: null, site_id: 99, flag_status: { name: 'Unflagged' } },
          ],
        },
        AS_OF,
      ),
      ...pagesOf(OPEN, VIEWER),
    ],
    table: [
      'Sequence | Participant ID | Site | Flag | Actions',
      '13 |  | Site 99 | Unflagged | Flag',
      '12 | P-9 | Queens | Flagged | Unflag',
    ],
  },
  'study packs': {
    name: 'Study packs',
    at: '/trials/1/study-packs',
    replies: [
      ...pagesOf(PACKED, SYSTEM),
      answers(listStudyPacks, {
        data: [
          {
            batch_id: 'B1',
            study_packs: [
              aShownPack({ study_group: { id: 51, name: 'Aspirin' } }),
              aShownPack({
                id: 2,
                pack_id: 'A-10002',
                study_pack_status_id: 4,
                site_id: null,
                duration: null,
                last_allocation_date: null,
                study_group: { id: 51, name: 'Aspirin' },
              }),
            ],
          },
          { batch_id: 'B2', study_packs: [aShownPack({ id: 3, batch_id: 'B2', pack_id: 'C-1', site_id: 99 })] },
        ],
      }),
    ],
    table: [
      'ID | Status | Site | Duration (days) | Last possible allocation date | Study group | Actions',
      'Batch B1 2 packs',
      'A-10001 | Active | Queens | 28 | 3 Mar 2027 | Aspirin | Actions',
      'A-10002 | Removed | No site | – | No limit | Aspirin | ',
      'Batch B2 1 pack',
      'C-1 | Active | Site 99 | 28 | 3 Mar 2027 |  | Actions',
    ],
  },
  'study packs of somebody who is blinded': {
    name: 'Study packs',
    at: '/trials/1/study-packs',
    replies: [
      ...pagesOf(PACKED, ADMINISTRATOR, { is_blinded_whole: true }),
      answers(listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack()] }] }),
    ],
    table: [
      'ID | Status | Site | Duration (days) | Last possible allocation date | Actions',
      'Batch B1 1 pack',
      'A-10001 | Active | Queens | 28 | 3 Mar 2027 | Actions',
    ],
  },
  'study packs on this device': {
    name: 'Study packs',
    at: '/trials/1/study-packs',
    replies: [
      keeps(getTrial, PACKED, AS_OF),
      keeps(
        listStudyPacks,
        {
          data: [
            {
              batch_id: 'B1',
              study_packs: [
                aShownPack({ study_pack_status_id: 5, participant: { id: 71, trial_sequence_no: 12 } }),
                aShownPack({ id: 2, pack_id: 'A-10002', site_id: null, expire_on: null }),
              ],
            },
          ],
        },
        AS_OF,
      ),
      ...pagesOf(PACKED, ADMINISTRATOR),
    ],
    table: [
      'ID | Status | Site | Expires | Duration (days) | Last possible allocation date | Actions',
      'Batch B1 2 packs',
      'A-10001 Participant 12 | Allocated (not dispensed) | Queens | 31 Mar 2027 | 28 | 3 Mar 2027 | Dispense',
      'A-10002 | Active | No site | Never expires | 28 | 3 Mar 2027 | ',
    ],
  },
  'users of a trial': {
    name: 'Users of the trial',
    at: '/trials/1/users',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      answers(
        listTrialUsers,
        listOf(
          {
            id: ME.id,
            name: ME.name,
            is_active: true,
            is_expired: false,
            user_permissions: [aShownPermission({ user_id: ME.id, role_id: 2 })],
          },
          {
            id: 9,
            name: 'Keel',
            is_active: false,
            is_expired: true,
            user_permissions: [
              aShownPermission({
                role_id: 5,
                site_id: 11,
                site: { id: 11, title: 'Queens' },
                is_blinded_whole: true,
                is_unblind_authorized: true,
                has_study_packs_access: true,
              }),
              aShownPermission({ id: 2, role_id: 4, is_blinded_partial: true }),
            ],
          },
        ),
      ),
    ],
    table: [
      'ID | Name | Account | Permissions | Actions',
      '4 | Grace Okafor (you) |  | Trial administrator Unblinded | View',
      '9 | Keel | Inactive Expired | Site user, Queens Blinded: full Delegated unblind Delegated pack management Trial viewer Blinded: label replacement | Actions',
    ],
  },
  'waiting list': {
    name: 'Waiting list',
    at: '/trials/1/waiting-list',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      answers(
        listWaitingParticipants,
        listOf(
          aShownWaitingParticipant({ is_place_free: true }),
          aShownWaitingParticipant({ id: 82, participant_id: 'STA-032', comment: 'From Tuesday on' }),
        ),
      ),
    ],
    table: [
      'Participant ID | Waiting since | Added by | Site | Place | Actions',
      'STA-031 | 20 Nov 2026, 10:00 | Grace Okafor | Queens | Free | Randomise Remove',
      'STA-032 From Tuesday on | 20 Nov 2026, 10:00 | Grace Okafor | Queens | None yet | Remove',
    ],
  },
  'e-mails of a trial': {
    name: 'Emails',
    at: '/trials/1/messages',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      answers(
        listMessages,
        listOf(
          aShownMessage(),
          aShownMessage({ id: 2, state: 'failed', attempts: 5, sent_at: null, error: 'Mailbox full' }),
          aShownMessage({ id: 3, kind: 'trial_status', participant: null, event: 'Started → Paused' }),
        ),
      ),
    ],
    table: [
      'Recipient | Event | Status | Attempts | Queued | Sent | Actions',
      'Keel <keel@example.org> | Randomisation Participant 12 (P-9) | Sent | 1 | 21 Nov 2026, 09:00 | 21 Nov 2026, 09:00 | Send again',
      'Keel <keel@example.org> | Randomisation Participant 12 (P-9) | Failed Reason: Mailbox full | 5 | 21 Nov 2026, 09:00 |  | Send again',
      'Keel <keel@example.org> | Trial status Started → Paused | Sent | 1 | 21 Nov 2026, 09:00 | 21 Nov 2026, 09:00 | Send again',
    ],
  },
  users: {
    name: 'Users',
    at: '/users',
    replies: [
      AS_ADMINISTRATOR,
      answers(
        listUsers,
        listOf(
          aShownUser({ max_level: 4 }),
          aShownUser({
            id: 10,
            name: 'Ada',
            email: 'ada@example.org',
            is_active: false,
            invitation: { sent_at: '2026-11-20T09:00:00.000Z', expires_at: '2026-11-27T09:00:00.000Z' },
          }),
          aShownUser({
            id: 11,
            name: 'Ben',
            email: 'ben@example.org',
            is_active: false,
            is_expired: true,
            user_profiles: [{ id: 1, idp: 'aaf', created_at: '2026-11-01T09:00:00.000Z' }],
          }),
        ),
      ),
    ],
    table: [
      'ID | Name | Email address | IdP association | Account',
      '9 | Keel | keel@example.org | Not invited | Active System user',
      '10 | Ada | ada@example.org | Invited until 27 Nov 2026 | Inactive',
      '11 | Ben | ben@example.org | Associated | Inactive Expired',
    ],
  },
  'permissions of a user': {
    name: 'User permissions',
    at: '/users/9/permissions',
    replies: [
      AS_ADMINISTRATOR,
      answers(getUser, aShownUser()),
      answers(listUserPermissions, {
        data: [
          aShownPermission({ role_id: 5, site_id: 11, site: { id: 11, title: 'Queens' } }),
          aShownPermission({ id: 2, role_id: 1, trial_id: null, trial: null }),
        ],
      }),
    ],
    table: [
      'Role | Trial | Site | Actions',
      'Site user | The International Stroke Trial, UK (1) | Queens | Details',
      'System administrator |  |  | Details',
    ],
  },
  'accounts that a user signs in with': {
    name: 'IdP associations',
    at: '/users/9/auth',
    replies: [
      AS_ADMINISTRATOR,
      answers(
        getUser,
        aShownUser({
          user_profiles: [
            { id: 1, idp: 'aaf', created_at: '2026-11-01T09:00:00.000Z' },
            { id: 2, idp: 'gone', created_at: '2026-11-02T09:00:00.000Z' },
          ],
        }),
      ),
    ],
    table: [
      'IdP | Associated at | Actions',
      'Academic federation | 1 Nov 2026, 09:00 | Delete',
      'gone | 2 Nov 2026, 09:00 | Delete',
    ],
  },
  'the audit log': {
    name: 'Audit entries',
    at: '/audit-logs',
    replies: [
      AS_ADMINISTRATOR,
      answers(listAuditLogs, {
        ...listOf(
          aShownAuditEntry({
            subjects: {
              users: [],
              participants: [{ id: 71, trial_sequence_no: 12 }],
              study_packs: [{ id: 1, pack_id: 'K-1' }],
            },
          }),
          aShownAuditEntry({
            id: 8,
            kind: 'secrets_sealed',
            user: null,
            trial_id: null,
            description: 'Backup taken',
            reviews: [
              {
                id: 1,
                created_at: '2026-11-21T09:00:00.000Z',
                reviewed_by_user: { id: 4, name: ME.name },
                finding: null,
              },
            ],
          }),
        ),
        has_more: false,
      }),
    ],
    table: [
      'ID | Date/time | Actioned by | Trial number | Action | Description | Details',
      '9 | 20 Nov 2026, 10:00 | Grace Okafor (ID 4) | 1 | Study packs | Study pack K-1 dispensed Participant 12Pack K-1 | Details',
      '8 | 20 Nov 2026, 10:00 | System |  | Service Reviewed | Backup taken | Details',
    ],
  },
  'where one is signed in': {
    name: 'Where you are signed in',
    at: '/user-profile',
    replies: [
      answers(listOwnNotifications, { data: [] }),
      answers(listOwnSessions, {
        data: [
          {
            id: 1,
            idp: 'aaf',
            device: 'Firefox on Linux',
            signed_in_at: '2026-11-21T08:00:00.000Z',
            last_seen_at: '2026-11-21T09:59:00.000Z',
            is_current: true,
          },
          {
            id: 2,
            idp: null,
            device: null,
            signed_in_at: '2026-11-20T08:00:00.000Z',
            last_seen_at: '2026-11-20T09:00:00.000Z',
            is_current: false,
          },
        ],
      }),
    ],
    table: [
      'Device | Provider | Signed in | Last seen | Actions',
      'Firefox on Linux | Academic federation | 21 Nov 2026, 08:00 | 21 Nov 2026, 09:59 | This session',
      'Unknown device | Provider not known | 20 Nov 2026, 08:00 | 20 Nov 2026, 09:00 | Sign out there',
    ],
  },
}
