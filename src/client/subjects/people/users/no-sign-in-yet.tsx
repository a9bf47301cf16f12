import { Alert } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Says that a new user cannot sign in yet, with a way to change that. */
export function NoSignInYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert role="note" color="petrol" mb="md" maw="44rem" icon={<IconMailForward aria-hidden="true" />} title={title}>
      {children}
    </Alert>
  )
}
