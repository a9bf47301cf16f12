import type { LongIds } from '../../ground/db/long-ids'
import type { LongReading } from '../../ground/db/long-reading'
import { participantPiece, readTrialLabels } from '../../ground/db/participant-pieces'
import { participantIds, type ParticipantRow, type ParticipantsSearch } from '../../ground/db/participants'

/** How many participants are read at once: others wait no longer than one such reading. */
const PIECE = 100

/** The number of participants that a search finds, and their ids. */
export const idsOfParticipants = (reading: LongReading, search: ParticipantsSearch): Promise<LongIds> =>
  reading.readIds(participantIds(search), PIECE)

/** These participants of a trial in their order, piece by piece as they are needed. */
export async function* participantsInPieces(
  reading: LongReading,
  trialId: number,
  { pieces }: LongIds,
): AsyncGenerator<ParticipantRow[], void, undefined> {
  const labels = await reading.read((queries) => readTrialLabels(queries, trialId))
  for await (const ids of pieces()) {
    yield await reading.readPiece((queries) => participantPiece(queries, { trial_id: trialId, labels }, ids))
  }
}

/** How many are made into rows before other work runs: formatting times in a zone takes longer than reading them. */
const ROWS_AT_ONCE = 25

/** The read rows, one by one; other requests go first between a few of them. */
export async function* oneByOne<Row>(reading: LongReading, rows: readonly Row[]): AsyncGenerator<Row, void, undefined> {
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE === 0) await reading.pause()
    yield row
  }
}
