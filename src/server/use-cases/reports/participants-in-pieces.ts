import { setImmediate } from 'node:timers/promises'
import type { LongIds } from '../../ground/db/long-ids'
import type { LongReading } from '../../ground/db/long-reading'
import { participantPiece, readTrialLabels } from '../../ground/db/participant-pieces'
import { participantIds, type ParticipantRow, type ParticipantsSearch } from '../../ground/db/participants'

/** So many participants are read at once: others wait no longer than one such reading takes. */
const PIECE = 100

/** How many participants a search finds, and their ids. */
export const idsOfParticipants = (reading: LongReading, search: ParticipantsSearch): Promise<LongIds> =>
  reading.readIds(participantIds(search), PIECE)

/** These participants of a trial in their order, piece by piece as they are taken. */
export async function* participantsInPieces(
  reading: LongReading,
  trialId: number,
  { pieces }: LongIds,
): AsyncGenerator<ParticipantRow[], void, undefined> {
  const labels = await reading.read((queries) => readTrialLabels(queries, trialId))
  for await (const ids of pieces()) {
    yield await reading.readPiece((queries) => participantPiece(queries, labels, ids))
  }
}

/** So many are made into rows before others have their turn: to tell times in a zone takes longer than to read them. */
const ROWS_AT_ONCE = 25

/** What was read, one by one; others have their turn between a few of them. */
export async function* oneByOne<Row>(rows: readonly Row[]): AsyncGenerator<Row, void, undefined> {
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % ROWS_AT_ONCE === 0) await setImmediate()
    yield row
  }
}
