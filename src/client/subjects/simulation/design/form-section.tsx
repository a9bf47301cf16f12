import { Input, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './design.module.css'

type FormSectionProps = { title: string; note?: string; error?: ReactNode; children: ReactNode }

/** One part of the form under its heading, with what is wrong with it as a whole. */
export function FormSection({ title, note, error, children }: FormSectionProps) {
  return (
    <section aria-label={title} className={classes['section']}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {note !== undefined && <Text c="dimmed">{note}</Text>}
      {children}
      {error && (
        <Input.Error size="sm" role="alert">
          {error}
        </Input.Error>
      )}
    </section>
  )
}
