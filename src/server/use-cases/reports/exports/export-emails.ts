import type { ParsedInput } from '#contract/endpoint'
import { refusal } from '#contract/errors'
import type { downloadEmails } from '#contract/exports'
import type { Message } from '#contract/messages'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import { MESSAGE_STATE_TITLES, messageTitle } from '#domain/people/notifications'
import type { PermittedSites } from '#domain/people/permissions'
import type { LongIds } from '../../../ground/db/long-ids'
import type { LongReading } from '../../../ground/db/long-reading'
import { findMessages, messageIdsInOrder } from '../../../ground/db/trial-messages'
import { findTrial } from '../../../ground/db/trials'
import { timeIn } from '../../../ground/time/calendar'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'
import { shownMessage } from '../emails/show-message'

/** The matching emails, about the sites that the viewer reaches, as their list shows them: never their text. */
export const exportEmails: OpenDownload<InTrial, ParsedInput<typeof downloadEmails>['query']> = async ({
  view,
  trial_id,
  query: { columns, state, order },
  reading,
}) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const { sites } = view
  const ids = await reading.readIds(messageIdsInOrder({ trial_id, sites, state, order }), PIECE)
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(chosenColumns(columnsIn(trial.selected_timezone), columns), {
      count: ids.count,
      items: eachEmail(reading, ids, { trial_id, sites, order }),
    }),
  })
}

const PIECE = 500

async function* eachEmail(
  reading: LongReading,
  { pieces }: LongIds,
  { trial_id, sites, order }: { trial_id: number; sites: PermittedSites; order: 'asc' | 'desc' },
): AsyncGenerator<Message, void, undefined> {
  for await (const ids of pieces()) {
    const rows = await reading.readPiece((queries) => findMessages(queries, trial_id, sites, ids))
    yield* (order === 'desc' ? rows.toReversed() : rows).map(shownMessage)
  }
}

const columnsIn = (zone: string): NamedColumns<Message> => ({
  recipient: [{ heading: 'Recipient', cell: ({ recipient }) => recipient }],
  event: [
    { heading: 'Event', cell: ({ kind }) => messageTitle(kind) },
    { heading: 'Participant', cell: ({ participant }) => participant?.trial_sequence_no ?? null },
    { heading: 'Participant ID', cell: ({ participant }) => participant?.participant_id ?? null },
    { heading: 'Details', cell: ({ event }) => event },
  ],
  state: [
    { heading: 'Status', cell: ({ state }) => MESSAGE_STATE_TITLES[state] },
    { heading: 'Reason', cell: ({ error }) => error },
  ],
  attempts: [{ heading: 'Attempts', cell: ({ attempts }) => attempts }],
  queued_at: [{ heading: `Queued (${zone})`, cell: ({ queued_at }) => timeIn(zone, queued_at) }],
  sent_at: [{ heading: `Sent (${zone})`, cell: ({ sent_at }) => sent_at && timeIn(zone, sent_at) }],
})
