import { Group, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { showTitle } from './document-title'
import classes from './page-title.module.css'
import { usePageHeading } from './use-page-heading'

/** The heading of a page, with its actions. Sets the tab's title. */
export function PageTitle({ title, actions }: { title: string; actions?: ReactNode }) {
  const heading = usePageHeading()

  useEffect(() => {
    showTitle(title)
  }, [title])

  return (
    <Group justify="space-between" gap="md" mb="lg">
      <Title order={1} ref={heading} tabIndex={-1} className={classes['title']}>
        {title}
      </Title>
      {actions}
    </Group>
  )
}
