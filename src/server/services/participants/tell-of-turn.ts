import type { ParticipantRow } from '../../db/participants'
import { told } from '../../mail/announcements'
import type { MessageFacts } from '../../mail/message-facts'
import { messagesFor } from '../../mail/queue-messages'
import type { Turn } from './turn'

/** Adds to the turn what its people are told of a participant who was randomised. */
export const tellRandomised = (turn: Turn, by: string, row: ParticipantRow): void =>
  tell(turn, {
    ...told(turn.setup.trial, { by, at: turn.now }),
    kind: 'randomisation',
    site: row.site,
    trial_sequence_no: row.trial_sequence_no,
    participant_id_label: turn.setup.trial.participant_id_label ?? 'Participant ID',
    participant_id: row.participant_id,
    groups: row.groups.map(({ name, label, study_pack }) => ({ name, label, pack_id: study_pack?.pack_id ?? null })),
    strata: row.strata,
  })

/** Adds to the turn that a randomisation was refused for want of packs (RANDOMISATION, Rules around the draw). */
export const tellPacksMissing = (turn: Turn, by: string, siteId: number): void => {
  const site = turn.setup.trial.sites.find(({ id }) => id === siteId)
  if (!site) throw new Error(`packs were looked for at ${siteId}, which is no site of the trial`)
  tell(turn, {
    ...told(turn.setup.trial, { by, at: turn.now }),
    kind: 'study_packs_missing',
    site: { id: site.id, title: site.title },
  })
}

const tell = (turn: Turn, facts: MessageFacts): void => {
  turn.messages.push(...messagesFor(turn.setup.trial, turn.known.people, facts))
}
