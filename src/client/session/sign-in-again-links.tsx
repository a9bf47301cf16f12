import type { AppInstance } from '#contract/app-instance'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { providerRedirect, lastProvider, offeredProviders } from './providers'

const ProviderList = lazy(() => import('./provider-list').then(({ ProviderList }) => ({ default: ProviderList })))

type SignInAgainLinksProps = {
  instance: AppInstance
  name: string | null
  /** The parameters for the provider. */
  query: Parameters<typeof providerRedirect>[1]
  onGo: () => void
  /** Whether the provider opens in another tab, so that this page stays unchanged. */
  opensTab?: boolean
}

/** The links to sign in again: with the provider of the session, or a choice where this device does not know it. */
export function SignInAgainLinks({ instance, name, query, onGo, opensTab = false }: SignInAgainLinksProps) {
  const providers = offeredProviders(instance)
  const last = lastProvider()
  const provider = providers.find(({ id }) => id === last?.id)
  const label = `Sign in again${name === null ? '' : ` as ${name}`}`
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
        {label}
      </Button>
    )
  }
  return (
    <Stack gap="sm">
      <Text fw={600}>{label}</Text>
      <Suspense fallback={<Skeleton height="3.25rem" />}>
        <ProviderList providers={providers} query={query} onGo={onGo} tab={tab} />
      </Suspense>
    </Stack>
  )
}
