import type { downloadAnalysis } from '#contract/analysis-export'
import type { ParsedInput } from '#contract/endpoint'
import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import type { ListStratum } from '#domain/randomisation/own-list'
import { findLists } from '../../../ground/db/allocation-lists'
import { findFlagRecords } from '../../../ground/db/ledger'
import { xportFile } from '../../../ground/files/xport-file'
import type { LongReading } from '../../../ground/db/long-reading'
import { findRecordedActions } from '../../../ground/db/participant-history'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { readLedgerRecord } from '../../../ground/ledger/read-ledger-record'
import { listsByNumber } from '../../trials/own-lists/stored-lists'
import { secretKeysOf } from '../../trials/secret-keys'
import { sheetOf, type OpenDownload } from '../download'
import { idsOfParticipants, participantsInPieces } from '../participants-in-pieces'
import { analysisColumns, type AnalysedParticipant, type AnalysisColumn } from './analysis-columns'
import { replayedDraws } from './replayed-draws'

/**
 * All drawn participants, a row each, with the variables of an analysis by the design; or the dictionary of these
 * variables. Every value is that of the ledger at one head, which the file names (decision 0078).
 */
export const exportAnalysis: OpenDownload<InTrial, ParsedInput<typeof downloadAnalysis>['query']> = async ({
  context,
  view,
  trial_id,
  query,
  reading,
}) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const columns = analysisColumns(trial)
  const role = view.permission.role.title
  if (query.content === 'dictionary') {
    const dictionary = dictionaryOf(columns)
    const xpt = () =>
      xportFile({
        name: 'DICTIONARY',
        label: `Variables of trial ${trial_id}`,
        made_at: context.now(),
        variables: dictionary.headings.map((name) => ({ name, label: '', type: 'text' })),
        rows: dictionary.rows,
      })
    return accepted({ role, ...dictionary, xpt })
  }
  const named = columns.map(({ name, cell }) => ({ heading: name, cell }))
  const { drawKey } = secretKeysOf(context, trial)
  const stored = await reading.read((queries) => findLists(queries, trial_id))
  const secrets = { drawKey, lists: listsByNumber(context, trial, stored) }
  const sheet = sheetOf(named, { count: trial.allocation_counter, items: analysed(reading, trial, secrets) })
  const xpt = () =>
    xportFile({
      name: 'ANALYSIS',
      label: `Analysis file of trial ${trial_id}`,
      made_at: context.now(),
      variables: columns,
      rows: sheet.rows,
    })
  return accepted({ role, ...sheet, xpt })
}

const dictionaryOf = (columns: readonly AnalysisColumn[]) => ({
  headings: ['variable', 'type', 'label', 'values'],
  count: columns.length,
  rows: columns.map(({ name, type, label, values }) => [name, type, label, values]),
})

/** One by one in order of the draws, up to the last one of the ledger when the trial was read. */
async function* analysed(
  reading: LongReading,
  trial: WholeTrial,
  { drawKey, lists }: { drawKey: Uint8Array; lists: ReadonlyMap<number, readonly ListStratum[]> },
): AsyncGenerator<AnalysedParticipant, void, undefined> {
  const { id: trial_id, ledger_length } = trial
  const flags = await flagsOf(reading, trial)
  const draws = replayedDraws(reading, { trial_id, draw_key: drawKey, ledger_length, lists })
  const everybody = { trial_id, sites: 'all', q: '', sort: 'sequence', order: 'asc' } as const
  const ids = await idsOfParticipants(reading, everybody)
  for await (const piece of participantsInPieces(reading, trial_id, ids)) {
    const pieceIds = piece.map(({ id }) => id)
    const actions = await reading.readPiece((queries) => findRecordedActions(queries, trial_id, pieceIds))
    for (const row of piece) {
      // Participants drawn after the trial was read are not in this file.
      if (row.trial_sequence_no > trial.allocation_counter) return
      const { value: draw } = await draws.next()
      if (!draw || draw.record.counter !== row.trial_sequence_no)
        throw new Error(`participant ${row.trial_sequence_no} of trial ${trial_id} has no draw`)
      yield {
        row,
        draw,
        errors: actions.get(row.id)?.errors ?? [],
        is_flagged: flags.flagged.has(row.trial_sequence_no),
        is_counted_out: flags.counted_out.has(row.trial_sequence_no),
      }
    }
  }
}

/** The flagged participants, and those out of the counts, by the ledger up to its head. */
const flagsOf = async (reading: LongReading, { id, ledger_length }: WholeTrial) => {
  const flagged = new Set<number>()
  const counted_out = new Set<number>()
  for (const text of await reading.read((queries) => findFlagRecords(queries, id, ledger_length))) {
    const read = readLedgerRecord(text)
    if (!read.ok || (read.value.type !== 'flag' && read.value.type !== 'unflag')) continue
    const { type, counter, steers } = read.value
    if (type === 'flag') flagged.add(counter)
    else flagged.delete(counter)
    if (steers === 1 && !counted_out.delete(counter)) counted_out.add(counter)
  }
  return { flagged, counted_out }
}
