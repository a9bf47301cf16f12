import type { AppInstance } from '#contract/app-instance'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { providerRedirect } from '../paths'
import { lastProvider } from './last-provider'
import { offeredProviders } from './offered-providers'

const ProviderList = lazy(() => import('./provider-list').then(({ ProviderList }) => ({ default: ProviderList })))

type SignInAgainLinksProps = {
  instance: AppInstance
  name: string | null
  /** What is asked of the provider. */
  query: Parameters<typeof providerRedirect>[1]
  onGo: () => void
  /** Whether the provider opens in a tab of its own, so that this page stays as it is. */
  opensTab?: boolean
}

/** The way to sign in again: by the provider with which the session began, or by a choice of them where this device does not know which. */
export function SignInAgainLinks({ instance, name, query, onGo, opensTab = false }: SignInAgainLinksProps) {
  const providers = offeredProviders(instance)
  const last = lastProvider()
  const provider = providers.find(({ id }) => id === last?.id)
  const words = `Sign in again${name === null ? '' : ` as ${name}`}`
  const tab = opensTab ? { target: '_blank', rel: 'noreferrer' } : {}
  if (provider !== undefined) {
    return (
      <Button
        component="a"
        href={providerRedirect(provider, query)}
        onClick={onGo}
        size="lg"
        leftSection={<IconLogin2 size={20} aria-hidden="true" />}
        {...tab}
      >
        {words}
      </Button>
    )
  }
  return (
    <Stack gap="sm">
      <Text fw={600}>{words}</Text>
      <Suspense fallback={<Skeleton height="3.25rem" />}>
        <ProviderList providers={providers} query={query} onGo={onGo} tab={tab} />
      </Suspense>
    </Stack>
  )
}
