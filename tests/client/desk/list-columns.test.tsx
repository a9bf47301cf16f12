// @vitest-environment happy-dom
import { LIST_COLUMNS } from '#domain/desk/display-settings'
import { NO_PERMISSION } from '#domain/people/permissions'
import { expect, test } from 'vitest'
import { auditColumns } from '../../../src/client/subjects/audit/audit-list'
import { participantColumns } from '../../../src/client/subjects/participants/list/participant-columns'
import { USER_COLUMNS } from '../../../src/client/subjects/people/users/list/user-columns'
import { messageColumns } from '../../../src/client/subjects/reports/emails/message-columns'
import { packColumns } from '../../../src/client/subjects/study-packs/pack-columns'
import { TRIAL_COLUMNS } from '../../../src/client/subjects/trials/list/trial-columns'
import { listedColumns } from '../../../src/client/ui/record-column'
import { aShownTrial } from '../a-shown-trial'

/* The server and the screen use the same column names for each list. */

const trial = aShownTrial({ is_managing_packs: true, is_participant_id_used: true })
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test.each([
  ['trials', keys(listedColumns(TRIAL_COLUMNS))],
  ['participants', keys(listedColumns(participantColumns({ trial, permission: NO_PERMISSION })))],
  ['study_packs', keys(listedColumns(packColumns({ trial, showsGroups: true })))],
  ['messages', keys(listedColumns(messageColumns(trial)))],
  ['users', keys(listedColumns(USER_COLUMNS))],
  ['audit_logs', keys(listedColumns(auditColumns('UTC')))],
] as const)('%s', (list, shown) => expect(shown).toEqual(LIST_COLUMNS[list]))
