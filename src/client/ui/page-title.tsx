import { Group, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { showTitle } from './document-title'

/** Whether a page has been shown before: on the first one the reader starts at the top, not at the heading. */
let navigated = false

/**
 * The heading of a page, with its actions beside it. Names the browser's tab, and takes the focus when the page
 * replaces another, so that a screen reader says where one is.
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
