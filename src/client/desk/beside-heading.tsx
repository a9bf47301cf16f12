import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The heading of a record beside its list. It is read out when another record takes its place. */
export function BesideHeading({ children, actions }: { children: string; actions?: ReactNode }) {
  return (
    <>
      <Title order={3} mb="xs" aria-live="polite" size="h2">
        {children}
      </Title>
      <Box mb="md">{actions}</Box>
    </>
  )
}
