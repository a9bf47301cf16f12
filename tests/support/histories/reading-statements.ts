import { createHash } from 'node:crypto'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { TRIAL_ROW, type Fixed, type KnownStatement, type Parameters } from './known-statement'
import { nameOfKey, type StoredParticipant, type StoredRows } from './stored-rows'

const participantsById = ({ participants }: StoredRows, ids: readonly number[]): StoredParticipant[] =>
  [...participants.values()].filter(({ id }) => ids.includes(id)).sort((one, other) => one.id - other.id)

/** As PostgreSQL aggregates: null where there are no rows. */
const orNull = <Thing>(things: readonly Thing[]): readonly Thing[] | null => (things.length === 0 ? null : things)

const flagsOf = ({ flags }: StoredRows, { peopleNames }: Fixed, id: number) =>
  [...flags.values()]
    .filter(({ participant_id }) => participant_id === id)
    .map(({ id: flag_id, created_at, performed_at, clock_uncertain, flagged_by, is_flagged, comment }) => {
      const by = { user_id: flagged_by, user_name: peopleNames.get(flagged_by) ?? '' }
      return { id: flag_id, created_at, performed_at, clock_uncertain, ...by, is_flagged, comment }
    })

const packOf = ({ packs }: StoredRows, { study_pack_id }: StoredParticipant) => {
  const pack = study_pack_id === null ? undefined : packs.get(study_pack_id)
  return { study_pack_id, pack_id: pack?.pack_id ?? null, study_pack_status_id: pack?.study_pack_status_id ?? null }
}

/** The packs that a site can allocate, in their order; all expire later than any history. */
const packsToGive = ({ packs }: StoredRows, parameters: Parameters) => {
  const [tieBreak, [site], [most = 0]] = [parameters.text(12), parameters.numbers(14), parameters.numbers(16)]
  const turnOf = (id: number) => createHash('sha256').update(`${tieBreak}${id}`).digest('hex')
  const all = [...packs.values()]
    .filter((one) => one.study_pack_status_id === studyPackStatusId('active') && one.site_id === site)
    .map((one) => ({ ...one, last_day: one.expire_on, turn: `${one.expire_on} ${turnOf(one.id)}` }))
    .sort((one, other) => (one.turn < other.turn ? -1 : 1))
  const placeInGroup = (pack: (typeof all)[number]) =>
    all.filter(({ study_group_id }) => study_group_id === pack.study_group_id).indexOf(pack)
  return orNull(all.filter((one) => placeInGroup(one) < most))
}

/** Locks, and reads of rows that change. */
export const READING_STATEMENTS: readonly KnownStatement[] = [
  {
    sqlPart: 'from sessions join users',
    run: async (_, parameters, { session }) => parameters.texts(1).flatMap((id) => session(id) ?? []),
  },
  {
    sqlPart: 'from "trials" where "id" = $1 for update of "trials"',
    run: async (transaction, _, { trial }) => {
      await transaction.lock(TRIAL_ROW)
      return [{ ...trial, ...transaction.rows().trialState }]
    },
  },
  {
    sqlPart: 'select * from "trials" where "id" = $1',
    run: async (transaction, _, { trial }) => [{ ...trial, ...transaction.rows().trialState }],
  },
  {
    sqlPart: 'select pg_advisory_xact_lock($1::int, $2::int)',
    run: async (transaction, parameters) => {
      await transaction.lock(`advisory ${parameters.number(1)} ${parameters.number(2)}`)
      return [{ pg_advisory_xact_lock: '' }]
    },
  },
  {
    sqlPart: 'as keys_in_use',
    run: async (transaction, parameters, { trial, newId }) => {
      const rows = transaction.rows()
      const states = parameters.texts(3).flatMap((key) => {
        const sealed = rows.drawStates.get(key)
        return sealed === undefined ? [] : [[key, sealed] as const]
      })
      const used = [...rows.participants.values()].map(({ comparable_id }) => comparable_id)
      const asked = parameters.texts(7)
      const keys = parameters
        .numbers(6)
        .flatMap((user, place) => rows.keys.get(nameOfKey(user, asked[place] ?? '')) ?? [])
      const inUse = parameters
        .numbers(8)
        .flatMap((id, place) => (transaction.tryLock(`advisory ${parameters.number(9)} ${id}`) ? [] : [place + 1]))
      return [
        {
          trial_state: { ...trial, ...rows.trialState },
          states: states.length === 0 ? null : Object.fromEntries(states),
          used_ids: orNull(parameters.texts(5).filter((id) => used.includes(id))),
          keys: orNull(keys.map((key) => ({ ...key, request_hash: key.request_hash.toString('hex') }))),
          keys_in_use: orNull(inUse),
          reserved: orNull(Array.from({ length: parameters.number(10) }, newId.participant)),
          chain: rows.chain,
          people: null,
          packs: rows.packs.size === 0 ? null : packsToGive(rows, parameters),
          waiting: null,
        },
      ]
    },
  },
  {
    sqlPart: 'from "idempotency_keys" where',
    run: async (transaction, parameters) => {
      const found = transaction.rows().keys.get(nameOfKey(parameters.number(1), parameters.text(2)))
      return found ? [found] : []
    },
  },
  {
    sqlPart: 'as "options" from "participants" where',
    run: async (transaction, parameters) =>
      participantsById(transaction.rows(), [parameters.number(3)]).map((one) => ({ ...one, options: [] })),
  },
  {
    sqlPart: 'from "participants" inner join "sites"',
    run: async (transaction, parameters, fixed) => {
      const rows = transaction.rows()
      const { siteTitles, groups } = fixed
      return participantsById(rows, parameters.numbersFrom(7)).map((one) => ({
        ...one,
        is_unblinded: false,
        site_title: siteTitles.get(one.site_id) ?? '',
        former_site_title: null,
        groups: [{ ...groups.get(one.study_group_id), former: null, ...packOf(rows, one) }],
        strata: [],
        flags: flagsOf(rows, fixed, one.id),
      }))
    },
  },
  {
    sqlPart: 'from "audit_chains" where "chain" = $1',
    run: async (transaction) => [transaction.rows().chain],
  },
]
