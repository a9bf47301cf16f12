import { setImmediate } from 'node:timers/promises'
import { participantPiece, readTrialLabels } from '../../ground/db/participant-pieces'
import type { ParticipantRow } from '../../ground/db/participants'
import type { Queries } from '../../ground/db/transaction'
import { inReadingTurn } from '../../ground/files/reading-turn'

/** So many participants are read at once: others wait no longer than one such reading takes. */
const PIECE = 100

/**
 * These participants of a trial in their order, piece by piece as they are taken. There is no transaction around it: the embedded
 * database has one session, and it would keep everybody else out until the last was taken.
 */
export async function* participantsInPieces(
  queries: Queries,
  trialId: number,
  ids: readonly number[],
): AsyncGenerator<ParticipantRow[], void, undefined> {
  const words = await readTrialLabels(queries, trialId)
  for (let at = 0; at < ids.length; at += PIECE) {
    yield await inReadingTurn(queries, () => participantPiece(queries, words, ids.slice(at, at + PIECE)))
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
