import type { AppInstance } from '#contract/app-instance'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { providerRedirect } from '../paths'
import { lastProvider } from '../session/last-provider'
import { offeredProviders } from '../session/offered-providers'

const ProviderList = lazy(() =>
  import('../session/provider-list').then(({ ProviderList }) => ({ default: ProviderList })),
)

type UnlockLinksProps = { instance: AppInstance; name: string | null; onGo: () => void }

/** The way to unlock: by the provider with which the session began, or by a choice of them where this device does not know which. */
export function UnlockLinks({ instance, name, onGo }: UnlockLinksProps) {
  const providers = offeredProviders(instance)
  const last = lastProvider()
  const known = providers.find(({ id }) => id === last?.id)
  const words = `Sign in again${name === null ? '' : ` as ${name}`}`
  if (known !== undefined) {
    return (
      <Button
        component="a"
        href={providerRedirect(known, ASKED)}
        onClick={onGo}
        size="lg"
        leftSection={<IconLogin2 size={20} aria-hidden="true" />}
      >
        {words}
      </Button>
    )
  }
  return (
    <Stack gap="sm">
      <Text fw={600}>{words}</Text>
      <Suspense fallback={<Skeleton height="3.25rem" />}>
        <ProviderList providers={providers} asked={ASKED} onGo={onGo} />
      </Suspense>
    </Stack>
  )
}

/** The provider asks again, although it remembers the person. */
const ASKED = { prompt: 'login' } as const
