import type { AuditLog } from '#contract/audit-logs'
import { findNamedPacks, findNamedParticipants } from '../../ground/db/audit-subjects'
import type { Queries } from '../../ground/db/transaction'
import { findNamesAt } from '../../ground/db/user-names'
import { namedSubjects } from './named-subjects'
import type { ShownAudit } from './shown-audits'

/**
 * Entries with the users, participants and packs that they name, for links. Readers of the log reach every site of the
 * trials whose entries they see.
 */
export const withSubjects = async (
  queries: Queries,
  entries: readonly ShownAudit[],
  limit: number | 'all',
): Promise<AuditLog[]> => {
  const named = entries.map((entry) => ({ entry, names: namedSubjects(entry, limit) }))
  const ofTrials = named.flatMap(({ entry, names }) =>
    entry.trial_id === null ? [] : [{ ...names, trial_id: entry.trial_id }],
  )
  const users = await findNamesAt(
    queries,
    named.flatMap(({ entry, names }) => names.users.map((id) => ({ id, at: entry.created_at }))),
  )
  const participants = await findNamedParticipants(
    queries,
    ofTrials.flatMap(({ trial_id, participants: numbers }) =>
      numbers.map((trial_sequence_no) => ({ trial_id, trial_sequence_no })),
    ),
  )
  const packs = await findNamedPacks(
    queries,
    ofTrials.flatMap(({ trial_id, packs: ids }) => ids.map((pack_id) => ({ trial_id, pack_id }))),
  )
  const userByKey = new Map(users.map(({ at, ...user }) => [`${user.id} ${at}`, user]))
  const participantByKey = new Map(
    participants.map(({ trial_id, ...one }) => [`${trial_id} ${one.trial_sequence_no}`, one]),
  )
  const packByKey = new Map(packs.map(({ trial_id, ...one }) => [`${trial_id} ${one.pack_id}`, one]))
  return named.map(({ entry, names }) => ({
    ...entry,
    subjects: {
      users: names.users.flatMap((id) => userByKey.get(`${id} ${entry.created_at}`) ?? []),
      participants: names.participants.flatMap((number) => participantByKey.get(`${entry.trial_id} ${number}`) ?? []),
      study_packs: names.packs.flatMap((packId) => packByKey.get(`${entry.trial_id} ${packId}`) ?? []),
    },
  }))
}
