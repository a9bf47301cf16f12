import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One part of the proof under its heading. */
export function ProofSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}
