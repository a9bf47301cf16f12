import * as v from 'valibot'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { changeTrialState, type Parameters, type KnownStatement } from './known-statement'
import { insertPackLogs, updatePacks } from './pack-statements'
import { nameOfKey, withRows, type StoredParticipant, type StoredRows } from './stored-rows'
import { sqlError, type Transaction } from './transactions'

const nullableText = v.nullable(v.string())
const changedRows = v.record(v.string(), v.array(v.number()))
const auditEntries = v.array(v.object({ position: v.number(), description: v.string() }))
const newParticipants = v.array(
  v.object({
    id: v.number(),
    trial_sequence_no: v.number(),
    created_at: v.string(),
    site_id: v.number(),
    participant_id: nullableText,
    comparable_id: nullableText,
    allocation_counter: v.number(),
    epoch: v.number(),
    arm: v.number(),
    groups: v.tuple([v.object({ study_group_id: v.number(), study_pack_id: v.nullable(v.number()) })]),
  }),
)
const newStates = v.array(v.object({ stratum_key: v.string(), sealed: v.string() }))
const newRecords = v.array(v.object({ record_no: v.number(), record: v.string(), leaf: v.string(), head: v.string() }))
const newKeys = v.array(
  v.object({
    user_id: v.number(),
    key: v.string(),
    hash: v.string(),
    status: v.nullable(v.number()),
    rows: changedRows,
  }),
)

/** A unique index: waits for transactions that may insert the same row, and refuses a duplicate. */
const insertUnique = async (
  transaction: Transaction,
  index: string,
  names: readonly (string | number)[],
  isTaken: (rows: StoredRows, name: string | number) => boolean,
): Promise<void> => {
  for (const name of names) {
    await transaction.lock(`${index} ${name}`)
    if (isTaken(transaction.rows(), name)) throw sqlError('23505', `duplicate key ${name} in ${index}`, index)
  }
}

const insertRecords = async (transaction: Transaction, records: v.InferOutput<typeof newRecords>) => {
  const numbers = records.map(({ record_no }) => record_no)
  await insertUnique(transaction, 'ledger_records_pkey', numbers, ({ ledger }, number) => ledger.has(Number(number)))
  const added = records.map((one) => [one.record_no, one] as const)
  transaction.write((rows) => ({ ...rows, ledger: withRows(rows.ledger, added) }))
}

const insertAudit = async (transaction: Transaction, parameters: Parameters, chainAt: number, entriesAt: number) => {
  const entries = parameters.json(entriesAt, auditEntries)
  const positions = entries.map(({ position }) => position)
  await insertUnique(transaction, 'audit_log_position', positions, ({ audit }, position) => audit.has(Number(position)))
  const chain = {
    length: parameters.number(chainAt + 1),
    head: parameters.text(chainAt + 2),
    head_mac: parameters.textOrNull(chainAt + 3),
  }
  const added = entries.map(({ position, description }) => [position, description] as const)
  transaction.write((rows) => ({ ...rows, chain, audit: withRows(rows.audit, added) }))
}

const insertParticipants = async (transaction: Transaction, parameters: Parameters) => {
  const added = parameters.json(2, newParticipants).map(({ groups: [group], ...one }): StoredParticipant => {
    return { ...one, ...group, is_flagged: false, is_counted_out: false }
  })
  const numbers = added.map(({ trial_sequence_no }) => trial_sequence_no)
  await insertUnique(transaction, 'participants_trial_sequence_no', numbers, ({ participants }, number) =>
    [...participants.values()].some(({ trial_sequence_no }) => trial_sequence_no === number),
  )
  const given = added.flatMap(({ study_pack_id }) => study_pack_id ?? [])
  await insertUnique(transaction, 'participant_groups_study_pack_id', given, ({ participants }, pack) =>
    [...participants.values()].some(({ study_pack_id }) => study_pack_id === pack),
  )
  const rowsById = added.map((one) => [one.id, one] as const)
  transaction.write((rows) => ({ ...rows, participants: withRows(rows.participants, rowsById) }))
}

const insertDrawStates = (transaction: Transaction, parameters: Parameters) => {
  const added = parameters.json(7, newStates).map((one) => [one.stratum_key, one.sealed.replace(/^\\x/, '')] as const)
  transaction.write((rows) => ({ ...rows, drawStates: withRows(rows.drawStates, added) }))
}

const insertKeysOfBatch = async (transaction: Transaction, parameters: Parameters) => {
  const keys = parameters.json(20, newKeys)
  const names = keys.map(({ user_id, key }) => nameOfKey(user_id, key))
  await insertUnique(transaction, 'idempotency_keys_pkey', names, (rows, name) => rows.keys.has(String(name)))
  const added = keys.map(({ hash, ...key }) => {
    return [nameOfKey(key.user_id, key.key), { ...key, request_hash: Buffer.from(hash, 'hex') }] as const
  })
  transaction.write((rows) => ({ ...rows, keys: withRows(rows.keys, added) }))
}

/** Only a batch that allocates packs has this part. */
const allocatePacks = async (transaction: Transaction, parameters: Parameters) => {
  if (transaction.rows().packs.size === 0) return
  const study_pack_status_id = studyPackStatusId('allocated')
  await updatePacks(
    transaction,
    parameters.numbers(23).map((id) => ({ id, study_pack_status_id })),
  )
  insertPackLogs(transaction, parameters.text(24))
}

/** Statements that change rows. */
export const WRITING_STATEMENTS: readonly KnownStatement[] = [
  {
    sqlPart: 'new_participants as (',
    run: async (transaction, parameters) => {
      await insertParticipants(transaction, parameters)
      insertDrawStates(transaction, parameters)
      await insertRecords(transaction, parameters.json(8, newRecords))
      await insertAudit(transaction, parameters, 9, 13)
      await changeTrialState(transaction, {
        num_sampled: parameters.number(14),
        last_sequence_no: parameters.number(15),
        allocation_counter: parameters.number(16),
        ledger_length: parameters.number(17),
        ledger_head: parameters.textOrNull(18),
      })
      await insertKeysOfBatch(transaction, parameters)
      await allocatePacks(transaction, parameters)
      return [{}]
    },
  },
  {
    sqlPart: 'insert into "idempotency_keys"',
    run: async (transaction, parameters) => {
      const [user_id, key] = [parameters.number(1), parameters.text(2)]
      const name = nameOfKey(user_id, key)
      await transaction.lock(`idempotency_keys_pkey ${name}`)
      if (transaction.rows().keys.has(name)) return []
      const request_hash = Buffer.from(parameters.bytes(3))
      const added = {
        user_id,
        key,
        request_hash,
        status: parameters.numberOrNull(4),
        rows: parameters.json(5, changedRows),
      }
      transaction.write((rows) => ({ ...rows, keys: withRows(rows.keys, [[name, added]]) }))
      return [{ key }]
    },
  },
  {
    sqlPart: 'update "idempotency_keys" set "rows"',
    run: async (transaction, parameters) => {
      const changed = parameters.json(1, changedRows)
      const name = nameOfKey(parameters.number(2), parameters.text(3))
      transaction.write((rows) => {
        const before = rows.keys.get(name)
        return before ? { ...rows, keys: withRows(rows.keys, [[name, { ...before, rows: changed }]]) } : rows
      })
      return []
    },
  },
  {
    sqlPart: 'insert into "participant_flags"',
    run: async (transaction, parameters, { newId }) => {
      const added = {
        id: newId.flag(),
        participant_id: parameters.number(1),
        created_at: parameters.text(2),
        flagged_by: parameters.number(3),
        is_flagged: parameters.boolean(4),
        comment: parameters.text(5),
        performed_at: parameters.textOrNull(6),
        clock_uncertain: parameters.boolean(8),
      }
      transaction.write((rows) => ({ ...rows, flags: withRows(rows.flags, [[added.id, added]]) }))
      return [{ id: added.id }]
    },
  },
  {
    sqlPart: 'update "participants" set "is_flagged"',
    run: async (transaction, parameters) => {
      const [is_flagged, is_counted_out, id] = [parameters.boolean(1), parameters.boolean(2), parameters.number(3)]
      await transaction.lock(`participant ${id}`)
      transaction.write((rows) => {
        const before = rows.participants.get(id)
        if (!before) return rows
        return { ...rows, participants: withRows(rows.participants, [[id, { ...before, is_flagged, is_counted_out }]]) }
      })
      return []
    },
  },
  {
    sqlPart: 'with standing as (',
    run: async (transaction, parameters) => {
      await insertAudit(transaction, parameters, 1, 5)
      return [{}]
    },
  },
  {
    sqlPart: 'insert into "ledger_records"',
    run: async (transaction, parameters) => {
      const added = {
        record_no: parameters.number(2),
        record: parameters.text(3),
        leaf: parameters.text(4),
        head: parameters.text(5),
      }
      await insertRecords(transaction, [added])
      return []
    },
  },
  {
    sqlPart: 'update "trials" set "ledger_length"',
    run: async (transaction, parameters) => {
      await changeTrialState(transaction, { ledger_length: parameters.number(1), ledger_head: parameters.text(2) })
      return []
    },
  },
]
