import { Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ownNotificationsQuery } from '../../../api/user-queries'
import { NotificationForm } from '../notification-form/notification-form'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { RecordLink } from '../../../ui/record-link'
import { QueryView } from '../../../device/offline/query-view'

/** The notifications of the person, for each trial in which they have a role. */
export function OwnNotifications() {
  const notifications = useQuery(ownNotificationsQuery)
  return (
    <QueryView query={notifications} loading={<Skeleton height="14rem" />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="No trials">Once you have a role in a trial, choose its emails here.</EmptyState>
        ) : (
          <Stack gap="xl">
            {data.map((notification) => (
              <section key={notification.trial_id} aria-label={notification.trial.title}>
                <Title order={3} mb="sm">
                  <RecordLink {...paths.trial(notification.trial_id)} isAside>
                    {notification.trial.title}
                  </RecordLink>
                </Title>
                <NotificationForm notification={notification} labelSuffix={`for ${notification.trial.title}`} />
              </section>
            ))}
          </Stack>
        )
      }
    </QueryView>
  )
}
