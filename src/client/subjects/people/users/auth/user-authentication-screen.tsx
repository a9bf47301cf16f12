import { IconUser } from '@tabler/icons-react'
import { Fragment } from 'react'
import { PageSkeleton } from '../../../../ui/page-skeleton'
import { paths } from '../../../../paths'
import { LinkButton } from '../../../../ui/link-button'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { useShownUser } from '../use-shown-user'
import { AccountExpiry } from './account-expiry'
import { ActivationStatus } from './activation-status'
import { Associations } from './associations'
import { SecondFactor } from './second-factor'

/** `/users/{id}/auth`: whether and with which accounts a user can sign in. */
export function UserAuthenticationScreen() {
  const user = useShownUser()
  return (
    <QueryView query={user} loading={<PageSkeleton />}>
      {(shown) => (
        <Fragment key={shown.id}>
          <PageTitle
            title={`Authentication of ${shown.name} (ID ${shown.id})`}
            actions={
              <LinkButton
                {...paths.user(shown.id)}
                activeOptions={{ exact: true }}
                variant="default"
                leftSection={<IconUser size={20} aria-hidden="true" />}
              >
                Edit user details
              </LinkButton>
            }
          />
          <Associations user={shown} />
          <SecondFactor user={shown} />
          <ActivationStatus user={shown} />
          <AccountExpiry user={shown} />
        </Fragment>
      )}
    </QueryView>
  )
}
