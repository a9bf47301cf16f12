import type { ParsedInput } from '#contract/endpoint'
import type { downloadUsers } from '#contract/exports'
import type { InSystem } from '#contract/needs'
import type { User } from '#contract/users'
import { accepted } from '#domain/outcome'
import { isSystemUser } from '#domain/people/permissions'
import type { LongIds } from '../../../ground/db/long-ids'
import type { LongReading } from '../../../ground/db/long-reading'
import { findUsers, userIdsInOrder } from '../../../ground/db/users'
import { dayIn, timeIn } from '../../../ground/time/calendar'
import { auditZone } from '../../audit/permitted-search'
import type { Actor } from '../../call/call'
import { showUsers } from '../../people/users/show-users'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'
import { lines } from '../participant-columns'

/** The matching users, as their list shows them to the people who manage them. */
export const exportUsers: OpenDownload<InSystem, ParsedInput<typeof downloadUsers>['query']> = async ({
  context,
  actor,
  view,
  query: { columns, ...query },
  reading,
}) => {
  const now = context.now()
  const ids = await reading.readIds(userIdsInOrder({ ...query, now, email: 'part' }), PIECE)
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(chosenColumns(columnsIn(auditZone(actor)), columns), {
      count: ids.count,
      items: eachUser(reading, ids, { actor, now }),
    }),
  })
}

const PIECE = 500

async function* eachUser(
  reading: LongReading,
  { pieces }: LongIds,
  viewing: { actor: Actor; now: string },
): AsyncGenerator<User, void, undefined> {
  for await (const ids of pieces()) {
    const users = await reading.readPiece(async (queries) => showUsers(queries, await findUsers(queries, ids), viewing))
    // Read by id, whatever the order of the list.
    const byId = new Map(users.map((user) => [user.id, user]))
    for (const id of ids) {
      const user = byId.get(id)
      if (user !== undefined) yield user
    }
  }
}

const columnsIn = (zone: string): NamedColumns<User> => ({
  id: [{ heading: 'ID', cell: ({ id }) => id }],
  name: [{ heading: 'Name', cell: ({ name }) => name }],
  email: [{ heading: 'Email address', cell: ({ email }) => email }],
  association: [{ heading: 'IdP association', cell: (user) => associationInWords(user, zone) }],
  account: [
    { heading: 'Account', cell: accountInWords },
    { heading: 'System user', cell: ({ max_level }) => (isSystemUser(max_level) ? 'Yes' : 'No') },
  ],
  expires_at: [{ heading: `Expires (${zone})`, cell: ({ expires_at }) => expires_at && timeIn(zone, expires_at) }],
  providers: [
    { heading: 'Identity providers', cell: ({ user_profiles }) => lines(user_profiles.map(({ idp }) => idp)) },
  ],
})

/** An invitation ends on the reader's day. */
const associationInWords = ({ user_profiles, invitation }: User, zone: string): string => {
  if (user_profiles.length > 0) return 'Associated'
  return invitation ? `Invited until ${dayIn(zone, invitation.expires_at)}` : 'Not invited'
}

/** Both where both hold: the person can sign in only after two changes. */
const accountInWords = ({ is_active, is_expired }: User): string => {
  if (is_active && !is_expired) return 'Active'
  return [!is_active && 'Inactive', is_expired && 'Expired'].filter(Boolean).join(', ')
}
