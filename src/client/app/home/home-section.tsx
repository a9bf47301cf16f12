import { Group, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './signed-in-home.module.css'

type HomeSectionProps = {
  title: string
  /** A small note beside the title, such as a count. */
  note?: string | undefined
  /** At the end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of the day's work under its heading. */
export function HomeSection({ title, note, aside, children }: HomeSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={classes['section']}>
      <Group justify="space-between" gap="xs" mih="2.75rem">
        <Group gap="xs" align="baseline">
          <Title order={2} id={headingId} className={classes['section-title'] ?? ''}>
            {title}
          </Title>
          {note !== undefined && (
            <Text span size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
        {aside}
      </Group>
      {children}
    </section>
  )
}
