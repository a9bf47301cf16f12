import { CODE } from './base'
import type { Ward } from './ward'
import type { DirectPackAction, DispenseAction } from './tablet-pack-actions'
import { nameOfKey } from './stored-rows'

/** The invariants of packs that a history broke. */
export const packFaults = (
  ward: Ward,
  dispenses: readonly DispenseAction[],
  direct: readonly DirectPackAction[],
): string[] => [
  ...stockFaults(ward),
  ...dispenses.flatMap((act) => dispenseFaults(ward, act)),
  ...direct.flatMap((act) => directFaults(ward, act)),
]

/** The events of each pack in their order: it is allocated, dispensed or removed, and recalled, each at most once. */
const WAYS = ['', 'allocate', 'allocate dispense', 'allocate dispense recall', 'allocate remove']
/** The statuses after each of these ways: Active, Allocated, Dispensed, Recalled, Removed. */
const STATUSES = [2, 5, 6, 7, 4]

/** Each pack has one participant, of its study group; its status, its events and the audit log agree. */
const stockFaults = ({ database }: Ward): string[] => {
  const { packs, packLogs, participants, audit } = database.rows()
  const faults: string[] = []
  const logs = [...packLogs.values()]
  for (const { id, pack_id, study_pack_status_id, study_group_id } of packs.values()) {
    const fault = (words: string) => faults.push(`pack ${id}: ${words}`)
    const events = logs.filter(({ study_pack_id }) => study_pack_id === id).map(({ action }) => action)
    const way = WAYS.indexOf(events.join(' '))
    if (way < 0) fault(`its events are ${events.join(', ')}`)
    else if (STATUSES[way] !== study_pack_status_id)
      fault(`has status ${study_pack_status_id} after ${events.join(', ')}`)
    const owners = [...participants.values()].filter(({ study_pack_id }) => study_pack_id === id)
    if (owners.length !== Math.min(1, events.length))
      fault(`is of ${owners.length} participants after ${events.length} events`)
    if (owners.some((one) => one.study_group_id !== study_group_id))
      fault('is of another study group than its participant')
    for (const [action, words] of [
      ['dispense', 'dispensed'],
      ['recall', 'recalled'],
      ['remove', 'removed'],
    ] as const) {
      const told = [...audit.values()].filter((entry) => entry.startsWith(`Study pack ${pack_id} ${words} `)).length
      const stored = events.filter((event) => event === action).length
      if (told !== stored) fault(`was ${words} ${stored} times, and ${told} times by the audit log`)
    }
  }
  const without = [...participants.values()].filter(({ study_pack_id }) => study_pack_id === null).length
  if (packs.size > 0 && without > 0) faults.push(`${without} participants have no pack`)
  return faults
}

/** A dispense took effect for the participant it was shown for, by the right digits, and under its own key. */
const dispenseFaults = (
  { database }: Ward,
  { comment, sub, id, pack, participant, code }: DispenseAction,
): string[] => {
  const { packLogs, participants, keys } = database.rows()
  const logs = [...packLogs.values()].filter((log) => log.comment === comment)
  const ofKey = keys.get(nameOfKey(Number(sub), id))?.rows['study_packs'] ?? []
  const faults: string[] = []
  if (logs.length > 0 && code !== CODE) faults.push(`${comment}: took effect with wrong digits`)
  if (logs.some((log) => log.study_pack_id !== pack)) faults.push(`${comment}: dispensed another pack than ${pack}`)
  if (participants.get(participant)?.study_pack_id !== pack)
    faults.push(`${comment}: pack ${pack} is not that of participant ${participant}`)
  if (ofKey.join() !== logs.map((log) => log.study_pack_id).join())
    faults.push(`${comment}: its key has the packs ${ofKey.join() || 'none'}, and it took effect ${logs.length} times`)
  return faults
}

/** A recall or removal has one effect, and none before it was called done. */
const directFaults = ({ database }: Ward, { comment, ends, effectsThen }: DirectPackAction): string[] => {
  const effects = [...database.rows().packLogs.values()].filter((log) => log.comment === comment).length
  if (ends === null) return [`${comment}: no result was ever shown`]
  if (effects > 1) return [`${comment}: took effect ${effects} times`]
  return ends === 'done' && effectsThen !== 1 ? [`${comment}: was called done, and had ${effectsThen} effects`] : []
}
