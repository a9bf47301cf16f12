import { getParticipantsSnapshot } from '#contract/participant-actions'
import { flagStatusOf } from '#domain/participants/flagging'
import type { PermittedSites } from '#domain/people/permissions'
import * as v from 'valibot'
import {
  changesSince,
  latestChange,
  snapshotPiece,
  type ParticipantChange,
  type SnapshotRow,
} from '../db/participants-snapshot'
import type { Queries } from '../db/transaction'
import { inReadingTurn } from '../db/reading-turn'
import { listPiece, PIECE, type ListedParticipant, type ListPiece } from './list-piece'

/** The trial of a list, and the sites of its reader. */
export type ListOf = { trial_id: number; sites: PermittedSites }

/** A trial's list after a change. */
export type MadeList = { change: ParticipantChange; pieces: readonly ListPiece[] }

type Making = {
  queries: Queries
  of: ListOf
  /** Whether rows are checked against the contract, as every answer outside production is. */
  is_checked: boolean
}

/** How many changes a list may be updated by; after more it is made again. */
const MAX_CHANGES = 1000

/** A trial's current list: an update of `present`, or all of it read piece by piece. */
export const makeList = async (making: Making, present: MadeList | null): Promise<MadeList> => {
  const upToDate = present && (await caughtUp(making, present))
  if (upToDate) return upToDate
  // Pieces may be of several moments. Rows changed after the first are read again at the end, in the moment of the
  // last.
  for (;;) {
    const change = await latestChange(making.queries, making.of.trial_id)
    const pieces = await readPieces(making)
    if (pieces.length === 0 && change.token === null) return { change, pieces }
    const list = await caughtUp(making, { change, pieces })
    if (list) return list
  }
}

const readPieces = async (making: Making): Promise<ListPiece[]> => {
  const { queries, of } = making
  const pieces: ListPiece[] = []
  for (;;) {
    const after = pieces.at(-1)?.rows.at(-1)?.trial_sequence_no ?? 0
    const rows = await inReadingTurn(
      queries,
      () => snapshotPiece(queries, of.trial_id, of.sites, { after, limit: PIECE }),
      'list',
    )
    if (rows.length > 0) pieces.push(await listPiece(toListed(making, rows), pieces.length === 0))
    if (rows.length < PIECE) return pieces
  }
}

const caughtUp = async (making: Making, { change, pieces }: MadeList): Promise<MadeList | null> => {
  const { queries, of } = making
  const changes = await changesSince(queries, of.trial_id, of.sites, { since: change, limit: MAX_CHANGES })
  if (!changes) return null
  return { change: changes.latest, pieces: await withChanges(pieces, toListed(making, changes.rows)) }
}

/** The pieces with these participants replaced or added. A piece with none of them stays the same object. */
const withChanges = async (
  pieces: readonly ListPiece[],
  changed: readonly ListedParticipant[],
): Promise<readonly ListPiece[]> => {
  if (changed.length === 0) return pieces
  const updated: ListPiece[] = []
  for (const { at, rows } of changedByPiece(pieces, changed)) {
    const piece = pieces[at]
    if (piece && rows.length === 0) updated.push(piece)
    else
      for (const part of inParts(merged(piece?.rows ?? [], rows)))
        updated.push(await listPiece(part, updated.length === 0))
  }
  return updated
}

/** The changed rows of each piece. Rows after all pieces belong to the last. */
const changedByPiece = (pieces: readonly ListPiece[], changed: readonly ListedParticipant[]) => {
  const ends = pieces.slice(0, -1).map(({ rows }) => rows.at(-1)?.trial_sequence_no ?? 0)
  const bounds = [0, ...ends, Number.POSITIVE_INFINITY]
  return bounds.slice(1).map((end, at) => ({
    at,
    rows: changed.filter((row) => row.trial_sequence_no > (bounds[at] ?? 0) && row.trial_sequence_no <= end),
  }))
}

const merged = (rows: readonly ListedParticipant[], changed: readonly ListedParticipant[]): ListedParticipant[] => {
  const byNumber = new Map([...rows, ...changed].map((row) => [row.trial_sequence_no, row]))
  return [...byNumber.values()].sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
}

const inParts = (rows: readonly ListedParticipant[]): ListedParticipant[][] =>
  Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, part) => rows.slice(part * PIECE, (part + 1) * PIECE))

const toListed = ({ is_checked }: Pick<Making, 'is_checked'>, rows: readonly SnapshotRow[]): ListedParticipant[] => {
  const listed = rows.map(listedParticipant)
  return is_checked ? v.parse(getParticipantsSnapshot.response, { data: listed }).data : listed
}

/** The fields of a participant that a device may store (src/specification/offline.md#never-on-the-device): never a group. */
export const listedParticipant = ({ is_flagged, ...row }: SnapshotRow): ListedParticipant => ({
  ...row,
  flag_status: { name: flagStatusOf(is_flagged) },
})
