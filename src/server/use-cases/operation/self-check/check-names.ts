import { isDeepStrictEqual } from 'node:util'
import { grouped } from '#domain/grouped'
import type { FormerName } from '../../../ground/db/former-names'
import type { RecordedName } from '../../../ground/db/ledger-names'
import type { WholeTrial } from '../../../ground/db/trials'
import { inRecordOrder, namesRecord, type LedgerName } from '../../../ground/ledger/ledger-names'
import type { NamesRecord } from '../../../ground/ledger/ledger-records'
import { isSameName, keyOfName, namesOfTrial } from '../../trials/record-names'
import { difference, type Difference } from './difference'

/** The names of a trial by its records so far. */
export type NamesByRecord = {
  /** The last name of each study group and site. */
  readonly present: Map<string, LedgerName>
  /** Names that ended after a randomisation, each with the last participant under it. */
  readonly ended: { readonly names: LedgerName; readonly last_sequence_no: number }[]
  /** How many were randomised before any name was recorded; null while none is. */
  unnamed: number | null
}

export const noNamesByRecord = (): NamesByRecord => ({ present: new Map(), ended: [], unnamed: null })

/** Applies a record of names after `counter` draws, with the stored names behind it: its hashes must match them. */
export const applyNames = (
  byRecord: NamesByRecord,
  nameKey: Uint8Array,
  record: NamesRecord,
  stored: readonly RecordedName[],
  counter: number,
): Difference | null => {
  const names = stored.map(({ record_no: _record_no, ...name }) => name)
  const isOfNames =
    isDeepStrictEqual(names, inRecordOrder(names)) && isDeepStrictEqual(record, namesRecord(nameKey, record, names))
  if (!isOfNames) return difference('hashed_names_differ', { record: record.i })
  byRecord.unnamed ??= counter
  for (const one of names) {
    const before = byRecord.present.get(keyOfName(one))
    if (before && counter > 0) byRecord.ended.push({ names: before, last_sequence_no: counter })
    byRecord.present.set(keyOfName(one), one)
  }
  return null
}

/**
 * Compares the present and former names of a trial with those in its records, so that views of the past show recorded names. A
 * trial without names in its ledger is not compared.
 */
export const compareNames = (
  { present, ended, unnamed }: NamesByRecord,
  trial: Pick<WholeTrial, 'study_groups' | 'sites'>,
  former: readonly FormerName[],
): Difference | null => {
  if (unnamed === null) return null
  const other = namesOfTrial(trial).find((one) => !isSameName(one, present.get(keyOfName(one))))
  if (other !== undefined) return difference('names_differ', { where: keyOfName(other) })
  const keyOfEnd = ({ names, last_sequence_no }: NamesByRecord['ended'][number]) =>
    [keyOfName(names), last_sequence_no, names.name, names.label ?? ''].join('|')
  const recorded = new Set(ended.map(keyOfEnd))
  const stored = grouped(former.map(formerAsEnded), keyOfEnd)
  // Names that ended before the first record of names are in no record.
  const unrecorded = [...stored].find(([key, [one]]) => one && one.last_sequence_no > unnamed && !recorded.has(key))
  const [, [unrecordedName] = []] = unrecorded ?? []
  const missing = unrecordedName ?? ended.find((one) => !stored.has(keyOfEnd(one)))
  return missing === undefined ? null : difference('names_differ', { where: keyOfName(missing.names) })
}

const formerAsEnded = ({ study_group_id, site_id, name, label, last_sequence_no }: FormerName) => ({
  names:
    study_group_id === null
      ? { kind: 'site' as const, id: site_id ?? 0, name, label }
      : { kind: 'study_group' as const, id: study_group_id, name, label },
  last_sequence_no,
})
