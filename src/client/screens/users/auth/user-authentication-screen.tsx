import type { User } from '#contract/users'
import { Group, Text, Title } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { PageSkeleton } from '../../../app/shell'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { Instant } from '../../../ui/instant'
import { LinkButton } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../ui/query-view'
import { RecordList, type Column } from '../../../ui/record-list'
import { useShownUser } from '../use-shown-user'
import { AccountExpiry } from './account-expiry'
import { ActivationStatus } from './activation-status'
import { providerTitle } from './provider-title'

/** `/users/{id}/auth`: whether and by which accounts a user gets in. */
export function UserAuthenticationScreen() {
  const user = useShownUser()
  return (
    <QueryView query={user} loading={<PageSkeleton />}>
      {(shown) => (
        <>
          <PageTitle
            title={`Authentication of ${shown.name} (ID ${shown.id})`}
            actions={
              <LinkButton
                {...paths.user(shown.id)}
                variant="default"
                leftSection={<IconUser size={20} aria-hidden="true" />}
              >
                Edit user details
              </LinkButton>
            }
          />
          <Associations user={shown} />
          <ActivationStatus user={shown} />
          <AccountExpiry user={shown} />
        </>
      )}
    </QueryView>
  )
}

type Association = User['user_profiles'][number]

const COLUMNS: Column<Association>[] = [
  { header: 'IdP', cell: ({ idp }) => providerTitle(idp) },
  { header: 'Associated at', cell: ({ created_at }) => <Instant at={created_at} zone={null} /> },
]

/** The accounts at identity providers by which the user signs in. */
function Associations({ user }: { user: User }) {
  return (
    <section aria-labelledby="associations">
      <Title order={2} id="associations" mb="sm">
        IdP associations
      </Title>
      {user.user_profiles.length === 0 ? (
        <EmptyState title="No IdP associations">
          This user has not associated an account to sign in with yet.
        </EmptyState>
      ) : (
        <RecordList
          label="IdP associations"
          rows={user.user_profiles}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          renderCard={({ idp, created_at }) => (
            <Group justify="space-between">
              <Text fw={600}>{providerTitle(idp)}</Text>
              <Instant at={created_at} zone={null} />
            </Group>
          )}
        />
      )}
    </section>
  )
}
