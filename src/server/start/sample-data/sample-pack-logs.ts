import { laterByMs } from '../../ground/time/clock'
import type { StudyPackEvent } from '#contract/study-packs'
import { reachesSite, trialPermission } from '#domain/people/permissions'
import { studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { expirePacksByDate } from '../../ground/db/pack-expiry'
import { findPackLogs, insertPackLogs, type NewPackLog } from '../../ground/db/study-pack-logs'
import { findStudyPacks, packIdsInReach, updateStudyPacks, type StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { Actor } from '../../use-cases/call/call'
import { EXPIRED_BY_DATE } from '../../doors/jobs/expire-study-packs'
import { sampleActor } from './sample-call'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Happened = {
  pack: { id: number }
  action: StudyPackEvent
  to: StudyPackStatusKey
  at: string
  by: Actor
  comment: string
}

const logOf = ({ pack, action, to, at, by, comment }: Happened): NewPackLog => ({
  study_pack_id: pack.id,
  created_at: at,
  actioned_by: by.user_id,
  action,
  study_pack_status_id: studyPackStatusId(to),
  comment,
  performed_at: null,
  clock_offset_ms: null,
  clock_uncertain: false,
  writer_sight: 'names',
})

/** The origin of a trial's packs: imported by the administrator, and the Active ones activated on the day after. */
export const logSamplePacks = async (
  transaction: Transaction,
  trial: WholeTrial,
  administrator: Actor,
  importedAt: string,
): Promise<void> => {
  const packs = await findStudyPacks(transaction, trial, 'all', 'all')
  const active = packs.filter((pack) => pack.study_pack_status_id === studyPackStatusId('active'))
  const by = administrator
  await insertPackLogs(transaction, [
    ...packs.map((pack) =>
      logOf({
        pack,
        action: 'import',
        to: 'inactive',
        at: importedAt,
        by,
        comment: 'From the list of the manufacturer',
      }),
    ),
    ...active.map((pack) =>
      logOf({
        pack,
        action: 'activate',
        to: 'active',
        at: laterByMs(importedAt, DAY_MS),
        by,
        comment: 'Received at the site',
      }),
    ),
  ])
}

/** The last allocated packs are still to be dispensed. */
const STILL_ALLOCATED = 3
/** How many of the dispensed packs, the first of them, were recalled. */
const RECALLED = 2

/**
 * The later events of a trial's packs: dispensed within the hour by the person responsible for the packs of the site,
 * the first of them recalled, one of each site removed at its arrival, and those past their expiry expired, none of it
 * later than `now`.
 */
export const lapseSamplePacks = async (
  transaction: Transaction,
  trial: WholeTrial,
  { now, today }: { now: string; today: string },
): Promise<void> => {
  const packs = await findStudyPacks(transaction, trial, 'all', 'all')
  const logs = await findPackLogs(transaction, packIdsInReach(transaction, trial, 'all', 'all'))
  const keeperOf = await keepersOf(transaction, trial)
  const timeOf = (pack: StudyPackRow, action: StudyPackEvent) =>
    logs.get(pack.id)?.find((log) => log.action === action)?.created_at ?? now
  const soon = (instant: string, ms: number) => (laterByMs(instant, ms) < now ? laterByMs(instant, ms) : now)
  const dispensedPacks = packs
    .filter(({ trial_sequence_no }) => (trial_sequence_no ?? Infinity) <= trial.last_sequence_no - STILL_ALLOCATED)
    .toSorted((one, other) => (one.trial_sequence_no ?? 0) - (other.trial_sequence_no ?? 0))

  const dispensed = dispensedPacks.map((pack) => ({
    ...({ pack, action: 'dispense', to: 'dispensed', by: keeperOf(pack) } as const),
    at: soon(timeOf(pack, 'allocate'), 25 * MINUTE_MS),
    comment: 'Handed over at the clinic',
  }))
  const recalled = dispensed.slice(0, RECALLED).map(({ pack, by, at }) => ({
    ...({ pack, action: 'recall', to: 'recalled', by } as const),
    at: soon(at, 3 * DAY_MS),
    comment: 'Returned: the blister was damp',
  }))
  const removed = firstOfEachSite(
    packs.filter((pack) => pack.study_pack_status_id === studyPackStatusId('active')),
  ).map((pack) => ({
    ...({ pack, action: 'remove', to: 'removed', by: keeperOf(pack) } as const),
    at: soon(timeOf(pack, 'activate'), 3 * HOUR_MS),
    comment: 'The carton was torn on arrival',
  }))
  const events: Happened[] = [...dispensed, ...recalled, ...removed]
  await insertPackLogs(transaction, events.map(logOf))
  const statuses = new Map(events.map(({ pack, to }) => [pack.id, studyPackStatusId(to)]))
  await updateStudyPacks(
    transaction,
    trial.id,
    packs.map((pack) => ({ ...pack, study_pack_status_id: statuses.get(pack.id) ?? pack.study_pack_status_id })),
  )
  const packCount = packs.length
  await expirePacksByDate(transaction, { trial_id: trial.id, today, now, comment: EXPIRED_BY_DATE, limit: packCount })
}

/** The person responsible for the packs at each site: the pharmacist if she reaches it, else the coordinator. */
const keepersOf = async (transaction: Transaction, trial: WholeTrial) => {
  const pharmacist = await sampleActor(transaction, 'pharmacist')
  const coordinator = await sampleActor(transaction, 'coordinator')
  const { sites } = trialPermission(trial, pharmacist.permissions)
  return ({ site_id }: StudyPackRow): Actor =>
    site_id !== null && reachesSite(sites, site_id) ? pharmacist : coordinator
}

const firstOfEachSite = (packs: readonly StudyPackRow[]): StudyPackRow[] => [
  ...new Map(packs.toReversed().map((pack) => [pack.site_id, pack])).values(),
]
