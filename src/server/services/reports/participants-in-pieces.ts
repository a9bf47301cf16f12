import { participantPiece, readTrialWords } from '../../db/participant-pieces'
import type { ParticipantRow } from '../../db/participants'
import type { Queries } from '../../db/transaction'
import { inReadingTurn } from '../../reports/reading-turn'

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
  const words = await readTrialWords(queries, trialId)
  for (let at = 0; at < ids.length; at += PIECE) {
    yield await inReadingTurn(queries, () => participantPiece(queries, words, ids.slice(at, at + PIECE)))
  }
}
