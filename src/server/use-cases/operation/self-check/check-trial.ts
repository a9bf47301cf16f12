import type { ListStratum } from '#domain/randomisation/own-list'
import { randomSource } from '#domain/randomisation/random-source'
import { startRecount, type Recount } from '#domain/randomisation/recount'
import { grouped } from '#domain/grouped'
import { setImmediate } from 'node:timers/promises'
import { findLists } from '../../../ground/db/allocation-lists'
import { findFormerNames, type FormerName } from '../../../ground/db/former-names'
import { findLedgerRecords } from '../../../ground/db/ledger'
import { findLedgerNames, type RecordedName } from '../../../ground/db/ledger-names'
import { findDrawn, findStoredState, type DrawnRow, type StoredTrialState } from '../../../ground/db/self-check'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { Queries } from '../../../ground/db/transaction'
import { commitment, trialKeys } from '../../../ground/ledger/keys'
import { listHash } from '../../../ground/ledger/ledger-list'
import { linkOfText, type LedgerLink } from '../../../ground/ledger/ledger-chain'
import { genesisOfLedger, readLedgerRecord } from '../../../ground/ledger/read-ledger-record'
import type { AllocationRecord } from '../../../ground/ledger/ledger-records'
import { decryptSeed } from '../../../ground/ledger/seed-vault'
import { drawWords } from '../../../ground/ledger/words'
import { contentOfList, listsInForce } from '../../trials/own-lists/stored-lists'
import { compareNames, noNamesByRecord, applyNames, type NamesByRecord } from './check-names'
import { compareStoredState } from './compare-stored-state'
import { difference, type Difference } from './difference'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'

/** The trials, and the keys of their secrets. */
type Checked = { config: SeedKeys; database: { queries: Queries } }

/** How many records are read and drawn again before other work runs: some 20 ms. */
const BATCH = 500

/**
 * Recomputes a trial's ledger from its seed and compares every link of the chain, every draw, every participant, and the states
 * between draws. Returns the first difference, or null. Takes no lock while the trial runs on: the final comparison reads
 * everything in one statement.
 */
export const checkTrial = async (context: Checked, trialId: number): Promise<Difference | null> => {
  const { queries } = context.database
  const trial = await findTrial(queries, trialId)
  if (!trial) throw new Error(`there is no trial ${trialId}`)
  const seed = decryptSeed(context.config, trial.trial_uuid, trial.seed_encrypted)
  if (!seed.ok) return difference('seed_unreadable')
  if (commitment(trial.trial_uuid, seed.value) !== trial.commitment) return difference('commitment_differs')
  const { saltKey, drawKey, nameKey } = trialKeys(seed.value, trial.trial_uuid, trial.nonce_hex)
  const lists = new Map<number, RecordedList>()
  const walk: ChainCursor = {
    saltKey,
    nameKey,
    names: noNamesByRecord(),
    lists,
    recount: startRecount(
      (counter) => randomSource(drawWords(drawKey, counter)),
      (number) => lists.get(number)?.strata,
    ),
    length: 0,
    head: null,
  }

  const follow = async (links: readonly LedgerLink[]): Promise<Difference | null> => {
    const drawnBefore = walk.recount.recounted().counter
    const drawn = new Map<number, DrawnRow>()
    const upTo = drawnBefore + links.length
    for (const row of await findDrawn(queries, trialId, { after: drawnBefore, upTo })) drawn.set(row.counter, row)
    const named = grouped(await findLedgerNames(queries, trialId, walk.length), ({ record_no }) => record_no)
    await openLists(context, trial, lists)
    for (const link of links) {
      const difference = step(walk, trial.commitment, link, { drawn, named })
      if (difference) return difference
    }
    return null
  }

  for (;;) {
    const links = await findLedgerRecords(queries, trialId, { after: walk.length, upTo: walk.length + BATCH })
    const difference = await follow(links)
    if (difference) return difference
    if (links.length < BATCH) break
    await setImmediate()
  }
  const { storedState, settings, former } = await readStored(context, trialId, walk.length)
  const storedDifference = await follow(storedState.records ?? [])
  if (storedDifference) return storedDifference
  if (walk.head !== storedState.ledger_head || walk.length !== storedState.ledger_length)
    return difference('chain_ends_elsewhere')
  return (
    compareNames(walk.names, settings, former) ??
    compareStoredState(context.config, walk.recount.recounted(), storedState, settings)
  )
}

/** The position of the check in the chain. */
type ChainCursor = {
  readonly saltKey: Uint8Array
  readonly nameKey: Uint8Array
  readonly names: NamesByRecord
  /** The rows behind each uploaded list that the trial has used, by its number. */
  readonly lists: ReadonlyMap<number, RecordedList>
  readonly recount: Recount
  length: number
  head: string | null
}

/** The stored values beside a batch of records: participants by their counter, names by the number of their record. */
type Beside = {
  readonly drawn: ReadonlyMap<number, DrawnRow>
  readonly named: ReadonlyMap<number, readonly RecordedName[]>
}

/** An uploaded list with the hash that its rows make. */
type RecordedList = { readonly hash: string; readonly strata: readonly ListStratum[] }

/** Opens the lists that have come into force; more may while the trial runs on. */
const openLists = async (
  { config, database }: Checked,
  trial: WholeTrial,
  lists: Map<number, RecordedList>,
): Promise<void> => {
  for (const list of listsInForce(await findLists(database.queries, trial.id))) {
    if (lists.has(list.number)) continue
    const content = contentOfList({ config }, trial, list)
    const hash = listHash({ trial_uuid: trial.trial_uuid, number: list.number, ...content })
    lists.set(list.number, { hash, strata: content.strata })
  }
}

/** Reads the stored state with its settings, again where they changed in between: saved, or a group closed at its cap. */
const readStored = async (
  context: Checked,
  trialId: number,
  after: number,
): Promise<{ storedState: StoredTrialState; settings: WholeTrial; former: FormerName[] }> => {
  const { queries } = context.database
  const settings = await findTrial(queries, trialId)
  const former = await findFormerNames(queries, trialId)
  const storedState = await findStoredState(queries, trialId, after)
  // A closing moves the epoch alone: blinded people see the version.
  return settings?.setup_version === storedState.setup_version && settings.epoch === storedState.epoch
    ? { storedState, settings, former }
    : readStored(context, trialId, after)
}

/** Checks one record: its number, text, link, draw or change, and participant. */
const step = (
  walk: ChainCursor,
  commitmentHex: string,
  { i, rec, leaf, hash }: LedgerLink,
  { drawn, named }: Beside,
): Difference | null => {
  const at = { record: i }
  const read = readLedgerRecord(rec)
  if (!read.ok) return difference('record_unreadable', at)
  if (i !== walk.length + 1 || read.value.i !== i) return difference('record_out_of_turn', at)
  if (walk.head === null && read.value.type !== 'settings') return difference('no_design_yet', at)
  const link = linkOfText(walk.saltKey, walk.head ?? genesisOfLedger(commitmentHex, rec), i, rec)
  if (link.leaf !== leaf || link.hash !== hash) return difference('link_differs', at)
  if (read.value.type === 'list' && walk.lists.get(read.value.number)?.hash !== read.value.hash)
    return difference('list_differs', at)
  const counted = walk.recount.add(read.value)
  if (!counted.ok) return difference(counted.refusal, at)
  walk.length = i
  walk.head = hash
  if (read.value.type === 'names')
    return applyNames(walk.names, walk.nameKey, read.value, named.get(i) ?? [], walk.recount.recounted().counter)
  return read.value.type === 'allocation' ? compareParticipant(read.value, drawn.get(read.value.counter)) : null
}

const compareParticipant = (record: AllocationRecord, row: DrawnRow | undefined): Difference | null => {
  const at = { record: record.i }
  if (!row) return difference('participant_missing', at)
  const isSame =
    row.trial_sequence_no === record.counter &&
    row.at === record.at &&
    row.epoch === record.epoch &&
    row.site === record.site &&
    row.arm === record.arm &&
    row.groups.map(({ study_group_id }) => study_group_id).join() === record.groups.join() &&
    row.options.map(pair).join() === record.options.map(pair).join()
  return isSame ? null : difference('participant_differs', at)
}

const pair = ({ stratum, option }: { stratum: number; option: number }): string => `${stratum}=${option}`
