import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { timezonesQuery } from '../../../api/user-queries'
import { paths } from '../../../paths'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'
import classes from './timezones-screen.module.css'

/** `/timezones`: every time zone that can be set, as an import of users writes it. */
export function TimezonesScreen() {
  const zones = useQuery(timezonesQuery)
  const { history, navigate } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <>
      <PageTitle
        title="Supported time zones"
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
            onClick={() => (canGoBack ? history.back() : void navigate(paths.home()))}
          >
            Return to previous page
          </Button>
        }
      />
      <QueryView query={zones} loading={<Text>Please wait while the list of timezones is retrieved...</Text>}>
        {({ data }) => (
          <ul className={classes['zones']}>
            {data.map((zone) => (
              <li key={zone}>{zone}</li>
            ))}
          </ul>
        )}
      </QueryView>
    </>
  )
}
