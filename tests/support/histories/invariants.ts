import { isOpen } from '#offline/outbox-item'
import { linkOfText } from '../../../src/server/ground/ledger/ledger-chain'
import { packFaults } from './pack-invariants'
import type { DirectPackAction, DispenseAction } from './tablet-pack-actions'
import { effectsOf, type OutboxAction, type RandomiseAction } from './tablet-actions'
import type { Found } from './calm'
import { nameOfKey } from './stored-rows'
import type { Ward } from './ward'

type Ended = {
  ward: Ward
  flags: readonly OutboxAction[]
  dispenses: readonly DispenseAction[]
  direct: readonly DirectPackAction[]
  wizards: readonly RandomiseAction[]
  found: readonly Found[]
}

/** The invariants that a history broke; none where all held. */
export const brokenInvariants = (ended: Ended): string[] => [
  ...ended.ward.defects,
  ...outboxFaults(ended),
  ...orderFaults(ended),
  ...wizardFaults(ended),
  ...trialFaults(ended.ward),
  ...packFaults(ended.ward, ended.dispenses, ended.direct),
]

/** Each key has one effect, none without the server's acknowledgement. None is lost, and every shown result is true. */
const outboxFaults = ({ ward, flags, dispenses, found }: Ended): string[] =>
  [...flags, ...dispenses].flatMap(({ id, device, comment, result, effectsThen }) => {
    const place = found.find((one) => one.device === device)
    const action = place?.actions.find((one) => one.id === id)
    const effects = effectsOf(ward, comment)
    const faults: string[] = []
    const fault = (words: string) => faults.push(`${comment} (${result ?? 'no result shown'}): ${words}`)
    if (effects > 1) fault(`took effect ${effects} times`)
    if (result === 'done' && effectsThen !== 1) fault(`was called done, and the server had it ${effectsThen} times`)
    if ((result === 'refused' || result === 'not_saved') && effects > 0) fault('took effect all the same')
    if (!action) {
      if (result !== null && result !== 'not_saved') fault('is not in the outbox any more')
      if (effects > 0) fault('took effect and is not in the outbox')
      return faults
    }
    if (isOpen(action)) fault(`is still ${action.state} when all is calm`)
    if (action.state === 'done' && effects !== 1) fault(`is done, and took effect ${effects} times`)
    if (action.state === 'discarded' && effects > 0) fault('was given up, and took effect')
    if (action.state === 'discarded' && result !== 'refused' && !place?.wasRefused.has(id))
      fault('was given up, and nobody was shown its refusal')
    return faults
  })

/** Actions of one device on one participant take effect in the order in which they were done. */
const orderFaults = ({ ward, flags, found }: Ended): string[] => {
  const stored = [...ward.database.rows().flags.values()]
  return found.flatMap(({ device, actions }) =>
    [1, 2].flatMap((participant) => {
      const done = actions.flatMap(
        ({ id }) => flags.find((act) => act.id === id && act.target === `participant ${participant}`) ?? [],
      )
      const ids = done.flatMap(({ comment }) => stored.find((flag) => flag.comment === comment)?.id ?? [])
      const isInOrder = ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? 0))
      return isInOrder
        ? []
        : [`${device.name}: the flags of participant ${participant} took effect as ${ids.join(', ')}`]
    }),
  )
}

/** Each randomisation has the same end on its screen as in the database. */
const wizardFaults = ({ ward, wizards }: Ended): string[] => {
  const { keys, participants } = ward.database.rows()
  return wizards.flatMap(({ key, sub, ends }) => {
    const stored = keys.get(nameOfKey(Number(sub), key))
    const storedIds = stored?.rows['participants'] ?? []
    const name = `randomisation ${key.slice(0, 8)}`
    if (ends === null) return [`${name}: no result was ever shown`]
    if (ends.phase === 'nothing_happened')
      return storedIds.length === 0 ? [] : [`${name}: shown as not randomised, and it was`]
    if (ends.phase !== 'finished') return [`${name}: ended as ${ends.phase}`]
    const shown = ends.participants.map(({ id, trial_sequence_no }) => `${id}/${trial_sequence_no}`)
    const inDatabase = storedIds.map((id) => `${id}/${participants.get(id)?.trial_sequence_no}`)
    return shown.join() === inDatabase.join()
      ? []
      : [`${name}: shown ${shown.join()}, stored ${inDatabase.join() || 'nobody'}`]
  })
}

/** The trial's numbers have no gap, its blocks are complete, and each new participant belongs to one key. */
const trialFaults = ({ database, base }: Ward): string[] => {
  const { participants, keys, ledger, audit, chain, trialState } = database.rows()
  const all = [...participants.values()].sort((one, other) => one.trial_sequence_no - other.trial_sequence_no)
  const faults: string[] = []
  const isRow = (numbers: readonly number[]) => numbers.every((number, place) => number === place + 1)
  if (!isRow(all.map(({ trial_sequence_no }) => trial_sequence_no))) faults.push('the sequence numbers have a gap')
  if (!isRow(all.map(({ allocation_counter }) => allocation_counter))) faults.push('the draws have a gap')
  if (!isRow([...ledger.keys()].sort((one, other) => one - other))) faults.push('the ledger has a gap')
  if (!isRow([...audit.keys()].sort((one, other) => one - other))) faults.push('the audit log has a gap')
  if (audit.size !== chain.length) faults.push('the audit log is not as long as its chain')
  if (ledger.size !== trialState.ledger_length) faults.push('the ledger is not as long as the trial says')
  if (trialState.num_sampled !== all.length)
    faults.push(`${all.length} were randomised, ${trialState.num_sampled} counted`)
  for (let place = 1; place < all.length; place += 2)
    if (all[place]?.study_group_id === all[place - 1]?.study_group_id) faults.push(`the block of ${place} is not whole`)
  const ofKeys = [...keys.values()].flatMap(({ rows }) => rows['participants'] ?? []).sort((one, other) => one - other)
  const added = [...participants.keys()]
    .filter((id) => !base.rows.participants.has(id))
    .sort((one, other) => one - other)
  if (ofKeys.join() !== added.join())
    faults.push(`participants ${added.join()} are not those of the keys: ${ofKeys.join()}`)
  let head = base.rows.trialState.ledger_head ?? ''
  for (const { record_no, record, head: stored } of [...ledger.values()].sort(
    (one, other) => one.record_no - other.record_no,
  )) {
    if (record_no <= base.rows.trialState.ledger_length) continue
    if (linkOfText(base.saltKey, head, record_no, record).hash !== stored)
      faults.push(`ledger record ${record_no} forks`)
    head = stored
  }
  if (head !== trialState.ledger_head) faults.push('the ledger ends elsewhere than the trial says')
  return faults
}
