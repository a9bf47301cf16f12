import type { AppInstance } from '#contract/app-instance'
import { Button, Stack, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { ProviderList } from './provider-list'
import { providerRedirect, lastProvider, offeredProviders } from './providers'

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
      <ProviderList providers={providers} query={query} onGo={onGo} tab={tab} />
    </Stack>
  )
}
