import { auditEntry, type AuditEntry } from '../../ground/audit/audit-entry'
import { allocate, readStates } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { ChosenOption } from '#domain/randomisation/strata'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { packOfParticipant } from '../../ground/audit/pack-of-participant'
import { allocatePack, type AllocatablePack } from '../../ground/db/pack-allocation'
import type { ParticipantRow } from '../../ground/db/participants'
import type { NewParticipant } from '../../ground/db/save-allocations'
import { ledgerLink } from '../../ground/ledger/ledger-chain'
import { drawWords } from '../../ground/ledger/words'
import type { AuthorisedJob } from './randomise-job'
import { storedDrawState } from './stored-draw-states'
import { announceRandomisation } from './announce-batch'
import type { Drawn, Batch } from './batch'

/** Draws for one participant: group, record, pack, audit entry, key, all added to the batch. Nothing may refuse from here. */
export const draw = async (
  batch: Batch,
  job: AuthorisedJob,
  options: readonly ChosenOption[],
  comparableId: string | null,
  packs: readonly AllocatablePack[] | null,
): Promise<ParticipantRow> => {
  const { setup, trialState, drawFacts } = batch
  const { body, actor } = job.call
  const counter = trialState.allocation_counter + 1
  const keys = stateKeys(setup.design, trialState.epoch, { site_id: body.site_id, options })
  const stored = readStates(
    setup.design,
    keys.map((key) => batch.states.get(key) ?? storedDrawState(batch.context, setup.trial, drawFacts.states, key)),
  )
  if (!stored.ok) throw new Error(`a state of trial ${setup.trial.id} is damaged, one of ${keys.join(', ')}`)
  const drawn = allocate(setup.design, stored.value, randomSource(drawWords(setup.keys.drawKey, counter)))
  const groups = drawn.group_ids.map((id, factor) => ({
    factorial_level: factor + 1,
    study_group_id: id,
    pack: packs?.find(({ study_group_id }) => study_group_id === id) ?? null,
  }))
  for (const { pack } of groups) if (pack) await allocatePack(batch.transaction, pack.id)

  const id = reservedId(batch)
  const participant: NewParticipant = {
    id,
    trial_sequence_no: trialState.last_sequence_no + 1,
    created_at: batch.now,
    created_by: actor.user_id,
    site_id: body.site_id,
    participant_id: body.participant_id,
    comparable_id: comparableId,
    allocation_counter: counter,
    epoch: trialState.epoch,
    arm: drawn.arm,
    groups: groups.map(({ pack, ...group }) => ({ ...group, study_pack_id: pack?.id ?? null })),
    options,
  }
  const link = ledgerLink(setup.keys.saltKey, ledgerHead(batch), {
    type: 'allocation',
    i: trialState.ledger_length + 1,
    at: batch.now,
    counter,
    epoch: trialState.epoch,
    site: body.site_id,
    options: options.map((option) => ({ stratum: option.trial_stratum_id, option: option.trial_stratum_option_id })),
    arm: drawn.arm,
    groups: drawn.group_ids,
  })
  batch.trialState = {
    ...trialState,
    num_sampled: trialState.num_sampled + 1,
    last_sequence_no: participant.trial_sequence_no,
    allocation_counter: counter,
    ledger_length: link.i,
    ledger_head: link.hash,
  }
  for (const [place, key] of keys.entries()) {
    const state = drawn.states[place]
    if (state) batch.states.set(key, state)
  }
  if (comparableId !== null) drawFacts.used_ids.add(comparableId)
  batch.links.push(link)
  const row = rowOf(batch, participant, packs ?? [])
  batch.audit.push(auditOf(batch, job, row))
  batch.drawn.push({ row, stored: participant, key: keyOf(batch, job, id) })
  announceRandomisation(batch, actor.name, row)
  return row
}

const reservedId = ({ drawFacts, drawn }: Batch): number => {
  const id = drawFacts.reserved[drawn.length]
  if (id === undefined) throw new Error('more participants were drawn than numbers were reserved')
  return id
}

const ledgerHead = ({ trialState, setup }: Batch): string => {
  if (trialState.ledger_head === null) throw new Error(`trial ${setup.trial.id} is Started without a ledger`)
  return trialState.ledger_head
}

/** The key with its effect; a repeat later in the same batch finds it among the known ones. */
const keyOf = (batch: Batch, { call }: AuthorisedJob, participantId: number): Drawn['key'] => {
  if (call.idempotency_key === null) return null
  const key = {
    user_id: call.actor.user_id,
    key: call.idempotency_key,
    request_hash: call.request_hash,
    status: 201,
    rows: { participants: [participantId] },
    created_at: batch.now,
  }
  batch.drawFacts.keys.push(key)
  return key
}

const rowOf = (batch: Batch, participant: NewParticipant, packs: readonly AllocatablePack[]): ParticipantRow => {
  const { trial } = batch.setup
  const site = trial.sites.find(({ id }) => id === participant.site_id)
  return {
    id: participant.id,
    trial_sequence_no: participant.trial_sequence_no,
    created_at: participant.created_at,
    participant_id: participant.participant_id,
    groups: participant.groups.map(({ study_group_id, study_pack_id }) => {
      const group = trial.study_groups.find(({ id }) => id === study_group_id)
      const pack = packs.find(({ id }) => id === study_pack_id)
      return {
        name: group?.name ?? '',
        label: group?.label ?? null,
        study_pack: pack ? { id: pack.id, pack_id: pack.pack_id, study_pack_status_id: ALLOCATED } : null,
      }
    }),
    site: { id: participant.site_id, title: site?.title ?? '' },
    strata: participant.options.map((option) => namesOf(batch, option)),
    flags: [],
    is_flagged: false,
    is_counted_out: false,
    is_unblinded: false,
  }
}

const namesOf = ({ setup }: Batch, { trial_stratum_id, trial_stratum_option_id }: ChosenOption) => {
  const stratum = setup.trial.trial_strata.find(({ id }) => id === trial_stratum_id)
  const option = stratum?.trial_stratum_options.find(({ id }) => id === trial_stratum_option_id)
  return { stratum: stratum?.name ?? '', option: option?.name ?? '' }
}

/** An entry that says who was randomised where and got which pack, never to what. */
const auditOf = ({ now, setup }: Batch, { call, view }: AuthorisedJob, row: ParticipantRow): AuditEntry =>
  auditEntry({ ...call, now }, view, {
    kind: 'randomised',
    participant: row.trial_sequence_no,
    description: `Participant ${row.trial_sequence_no} randomised in trial ${setup.trial.id}`,
    changes: [
      { field: 'trial_sequence_no', old: null, new: row.trial_sequence_no },
      { field: 'participant_id', old: null, new: row.participant_id },
      { field: 'site_id', old: null, new: row.site.id },
      ...row.groups.flatMap(({ study_pack }) => (study_pack ? allocationOf(study_pack.pack_id, row) : [])),
    ],
  })

const allocationOf = (pack_id: string, row: ParticipantRow) => [
  { field: `study_packs.${pack_id}.study_pack_status_id`, old: studyPackStatusId('active'), new: ALLOCATED },
  ...packOfParticipant(pack_id, NOBODYS, row),
]

const ALLOCATED = studyPackStatusId('allocated')
/** A pack before it is given. */
const NOBODYS = { trial_sequence_no: null }
