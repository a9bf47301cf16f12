import { api } from '#contract/api'
import type { OwnSession } from '#contract/identity'
import { providerTitle } from '#domain/sign-in/identity'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDeviceDesktop, IconLogout2 } from '@tabler/icons-react'
import { ownSessionsQuery } from '../../../api/session-queries'
import { ServerButton } from '../../../device/offline/server-button'
import { counted } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'
import { QueryView } from '../../../device/offline/query-view'
import type { Column } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { StatusBadge } from '../../../ui/status-badge'
import { useAction } from '../../../action/use-action'
import { toastSuccess } from '../../../ui/toasts'
import { toastWriteFailure } from '../../../api/write-failure-words'

/** The person's sessions, with a way to end each. */
export function OwnSessions() {
  const sessions = useQuery(ownSessionsQuery)
  return (
    <QueryView query={sessions} loading={<Skeleton height="10rem" />}>
      {({ data }) => (
        <Stack gap="md">
          <RecordList
            label="Where you are signed in"
            rows={data}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            renderActions={(session) => <HereOrThere session={session} />}
          />
          {data.some(({ is_current }) => !is_current) ? (
            <Group>
              <EndOthersButton />
            </Group>
          ) : (
            <Text c="dimmed">You have no other sessions.</Text>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

const deviceOf = ({ device }: OwnSession): string => device ?? 'Unknown device'
const providerOf = ({ idp }: OwnSession): string => (idp === null ? 'Provider not known' : providerTitle(idp))

const COLUMNS: readonly Column<OwnSession>[] = [
  { key: 'device', header: 'Device', cell: deviceOf, inCard: 'title', isWordy: true },
  { key: 'idp', header: 'Provider', cell: providerOf, inCard: 'line', isWordy: true },
  {
    key: 'signed_in_at',
    header: 'Signed in',
    cell: ({ signed_in_at }) => <Instant at={signed_in_at} zone={null} />,
    // A card joins it with the next column in one sentence.
    inCard: {
      place: 'line',
      cell: ({ signed_in_at, last_seen_at }) => (
        <>
          Signed in <Instant at={signed_in_at} zone={null} />, last seen <Instant at={last_seen_at} zone={null} />
        </>
      ),
    },
  },
  { key: 'last_seen_at', header: 'Last seen', cell: ({ last_seen_at }) => <Instant at={last_seen_at} zone={null} /> },
]

/** The badge of the present session, or the button that ends another. */
function HereOrThere({ session }: { session: OwnSession }) {
  const end = useAction(api.endOwnSession, () => ({ parameters: { session_id: String(session.id) } }), {
    isFailureShownInPlace: true,
    onDone: () => toastSuccess(`Signed out on ${deviceOf(session)}`),
    onRefused: (failure) => toastWriteFailure(`Still signed in on ${deviceOf(session)}`, failure),
  })
  if (session.is_current) {
    return (
      <StatusBadge tone="petrol" icon={IconDeviceDesktop}>
        This session
      </StatusBadge>
    )
  }
  return (
    <ServerButton
      action="changeProfile"
      variant="default"
      leftSection={<IconLogout2 size={20} aria-hidden="true" />}
      aria-label={`Sign out there: ${deviceOf(session)}, ${providerOf(session)}`}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      Sign out there
    </ServerButton>
  )
}

function EndOthersButton() {
  const end = useAction(api.endOtherSessions, () => ({}), {
    isFailureShownInPlace: true,
    onDone: ({ ended }) => toastSuccess(`Signed out of ${counted(ended, 'other session')}`),
    onRefused: (failure) => toastWriteFailure('You could not be signed out elsewhere', failure),
  })
  return (
    <ServerButton
      action="changeProfile"
      variant="default"
      leftSection={<IconLogout2 size={20} aria-hidden="true" />}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      Sign out everywhere else
    </ServerButton>
  )
}
