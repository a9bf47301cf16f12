import { Group, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { showTitle } from './document-title'

/** Whether a page was shown before: on the first one a screen reader begins at the top, not at the heading. */
let navigated = false

/**
 * The heading of a page, with its actions. Sets the tab's title, and takes the focus when the page replaces another, so that a
 * screen reader announces it.
 */
export function PageTitle({ title, actions }: { title: string; actions?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    showTitle(title)
  }, [title])

  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true })
    navigated = true
  }, [])

  return (
    <Group justify="space-between" gap="md" mb="lg">
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {actions}
    </Group>
  )
}
