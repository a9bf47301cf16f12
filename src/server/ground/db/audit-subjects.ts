import { sql } from 'kysely'
import type { Queries } from './transaction'

type NamedParticipant = { trial_id: number; trial_sequence_no: number }

/** The existing ones of these participants, with their ids. */
export const findNamedParticipants = async (
  queries: Queries,
  names: readonly NamedParticipant[],
): Promise<(NamedParticipant & { id: number })[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<NamedParticipant & { id: number }>`
    select participants.id, trial_id, trial_sequence_no
    from participants
    join jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as named (trial_id bigint, trial_sequence_no bigint)
      using (trial_id, trial_sequence_no)
  `.execute(queries)
  return rows
}

type NamedPack = { trial_id: number; pack_id: string }

/** The existing ones of these packs, with their ids. */
export const findNamedPacks = async (
  queries: Queries,
  names: readonly NamedPack[],
): Promise<(NamedPack & { id: number })[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<NamedPack & { id: number }>`
    select study_packs.id, trial_id, pack_id
    from study_packs
    join jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as named (trial_id bigint, pack_id text)
      using (trial_id, pack_id)
  `.execute(queries)
  return rows
}
