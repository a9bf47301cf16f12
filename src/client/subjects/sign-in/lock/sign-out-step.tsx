import { Stack, Title } from '@mantine/core'
import { SignOutQuestion, useSignOutTitle } from '../leaving/sign-out-question'
import type { Leaving } from '../leaving/use-leaving'

/**
 * The question before a person takes over a locked tablet with unsent actions. It replaces the ways to continue, since no
 * dialog can be above the cover.
 */
export function SignOutStep({ leaving }: { leaving: Leaving }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="leaving">
      <Title order={2} size="h3" id="leaving">
        {useSignOutTitle()}
      </Title>
      <SignOutQuestion {...leaving} />
    </Stack>
  )
}
