import { STUDY_PACK_EVENTS } from '#contract/study-packs'
import { VISIBILITIES } from '#domain/people/blinding'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import * as v from 'valibot'
import type { Fixed, KnownStatement } from './known-statement'
import type { StoredLog, StoredPack } from './stored-packs'
import { withRows, type StoredRows } from './stored-rows'
import type { Transaction } from './transactions'

const statusId = v.picklist(STUDY_PACK_STATUSES.map(({ id }) => id))
const changedPacks = v.array(
  v.object({
    id: v.number(),
    study_pack_status_id: statusId,
    site_id: v.nullable(v.number()),
    expire_on: v.nullable(v.string()),
    duration: v.nullable(v.number()),
  }),
)
const newLogs = v.array(
  v.object({
    study_pack_id: v.number(),
    created_at: v.string(),
    actioned_by: v.nullable(v.number()),
    action: v.picklist(STUDY_PACK_EVENTS),
    study_pack_status_id: v.number(),
    comment: v.string(),
    // The statement of a randomisation leaves it out.
    writer_sight: v.optional(v.picklist(VISIBILITIES)),
  }),
)

/** The lock of a pack's row. */
const packRow = (id: number): string => `row of pack ${id}`

export const insertPackLogs = (transaction: Transaction, json: string) => {
  const logs = v.parse(newLogs, JSON.parse(json))
  transaction.write((rows) => {
    const added = logs.map((log, place): [number, StoredLog] => {
      const id = rows.packLogs.size + place + 1
      return [id, { ...log, id, writer_sight: log.writer_sight ?? null }]
    })
    return { ...rows, packLogs: withRows(rows.packLogs, added) }
  })
}

/** Changes the rows of packs, each under its lock. */
export const updatePacks = async (
  transaction: Transaction,
  changes: readonly (Partial<StoredPack> & Pick<StoredPack, 'id'>)[],
) => {
  for (const { id } of changes) await transaction.lock(packRow(id))
  transaction.write((rows) => {
    const changed = changes.flatMap((change) => {
      const before = rows.packs.get(change.id)
      return before ? [[change.id, { ...before, ...change }] as const] : []
    })
    return { ...rows, packs: withRows(rows.packs, changed) }
  })
}

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

/** A pack with the names and the participant that are joined to it. */
const withParticipant = (pack: StoredPack, { participants }: StoredRows, { groups }: Fixed) => {
  const participant = [...participants.values()].find(({ study_pack_id }) => study_pack_id === pack.id)
  return {
    ...pack,
    study_group_name: groups.get(pack.study_group_id)?.name ?? '',
    participant_id: participant?.id ?? null,
    trial_sequence_no: participant?.trial_sequence_no ?? null,
    allocated_at: participant?.created_at ?? null,
  }
}

/** The event by which each of these packs got its status, as a refusal names it. */
const logsOfStatus = ({ packLogs }: StoredRows, { peopleNames }: Fixed, ids: readonly number[]) =>
  inOrder(ids).flatMap((id) => {
    const logs = [...packLogs.values()].filter(({ study_pack_id }) => study_pack_id === id)
    const last = logs.findLast(
      ({ study_pack_status_id }, place) => study_pack_status_id !== logs[place - 1]?.study_pack_status_id,
    )
    if (last === undefined) return []
    const { study_pack_id, created_at, action, comment, writer_sight, actioned_by: user_id } = last
    const name = user_id === null ? null : (peopleNames.get(user_id) ?? null)
    return [{ study_pack_id, created_at, action, comment, writer_sight, user_id, name }]
  })

/** The statements about study packs, beside those of randomising. */
export const PACK_STATEMENTS: readonly KnownStatement[] = [
  {
    sqlPart: 'for update of "study_packs"',
    run: async (transaction, parameters, fixed) => {
      const ids = inOrder(parameters.numbers(2))
      // A row that was waited for is read again; the rows that are joined to it are as they were before.
      const before = transaction.rows()
      for (const id of ids) await transaction.lock(packRow(id))
      const { packs } = transaction.rows()
      return ids.flatMap((id) => {
        const pack = packs.get(id)
        return pack ? [withParticipant(pack, before, fixed)] : []
      })
    },
  },
  {
    sqlPart: 'from "study_packs" left join "participant_groups"',
    run: async (transaction, parameters, fixed) => {
      const rows = transaction.rows()
      const ids = parameters.numbers(2)
      // All are of one batch.
      return [...rows.packs.values()]
        .filter(({ id }) => ids.includes(id))
        .sort((one, other) => one.pack_id.localeCompare(other.pack_id))
        .map((pack) => withParticipant(pack, rows, fixed))
    },
  },
  {
    sqlPart: 'from "study_packs" where "trial_id" = $1 and not exists',
    run: async (transaction) => {
      const { packs, participants } = transaction.rows()
      const allocated = new Set([...participants.values()].map(({ study_pack_id }) => study_pack_id))
      return [...packs.values()].filter(({ id }) => !allocated.has(id))
    },
  },
  {
    sqlPart: 'update study_packs',
    run: async (transaction, parameters) => {
      await updatePacks(transaction, parameters.json(1, changedPacks))
      return []
    },
  },
  {
    sqlPart: 'insert into study_pack_logs',
    run: async (transaction, parameters) => {
      insertPackLogs(transaction, parameters.text(1))
      return []
    },
  },
  {
    sqlPart: 'log.study_pack_status_id is distinct from log.status_before',
    run: async (transaction, parameters, fixed) => logsOfStatus(transaction.rows(), fixed, parameters.numbers(1)),
  },
  {
    sqlPart: 'from "study_pack_code_tries" where',
    run: async (transaction, parameters) => {
      const [pack, since] = [parameters.number(1), parameters.text(2)]
      return [...transaction.rows().codeTries.values()].filter(
        ({ study_pack_id, tried_at }) => study_pack_id === pack && tried_at > since,
      )
    },
  },
  {
    sqlPart: 'insert into "study_pack_code_tries"',
    run: async (transaction, parameters) => {
      const added = {
        study_pack_id: parameters.number(1),
        user_id: parameters.number(2),
        idempotency_key: parameters.textOrNull(3),
        request_hash: Buffer.from(parameters.bytes(4)),
        tried_at: parameters.text(5),
      }
      transaction.write((rows) => {
        const id = rows.codeTries.size + 1
        return { ...rows, codeTries: withRows(rows.codeTries, [[id, { ...added, id }]]) }
      })
      return []
    },
  },
]
