import { setImmediate } from 'node:timers/promises'
import type { LongReading } from '../../ground/db/long-reading'
import { participantPiece, readTrialLabels } from '../../ground/db/participant-pieces'
import type { ParticipantRow } from '../../ground/db/participants'

/** So many participants are read at once: others wait no longer than one such reading takes. */
const PIECE = 100

/** These participants of a trial in their order, piece by piece as they are taken. */
export async function* participantsInPieces(
  reading: LongReading,
  trialId: number,
  ids: readonly number[],
): AsyncGenerator<ParticipantRow[], void, undefined> {
  const labels = await reading.read((queries) => readTrialLabels(queries, trialId))
  for (let at = 0; at < ids.length; at += PIECE) {
    yield await reading.readPiece((queries) => participantPiece(queries, labels, ids.slice(at, at + PIECE)))
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
