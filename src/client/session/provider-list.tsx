import type { IdentityProviderId } from '#domain/sign-in/identity'
import { PROVIDERS_NOTE } from '#domain/welcome-words'
import { Button, Stack, Text } from '@mantine/core'
import {
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBuildingBank,
  IconSchool,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { providerRedirect, type OfferedProvider } from './providers'

type ProviderListProps = {
  providers: readonly OfferedProvider[]
  /** The parameters for the provider. */
  query?: Parameters<typeof providerRedirect>[1]
  /** Called when a provider is chosen, before the browser leaves. */
  onGo?: () => void
  /** The target of the links, where that is not this tab. */
  tab?: { target?: string; rel?: string }
}

/** A list of providers, each a link to its sign-in. */
export function ProviderList({ providers, query, onGo, tab }: ProviderListProps) {
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {providers.map((provider) => {
          const Icon = ICONS[provider.id]
          return (
            <li key={provider.id}>
              <Button
                component="a"
                href={providerRedirect(provider, query)}
                onClick={onGo}
                variant="default"
                size="lg"
                fullWidth
                justify="flex-start"
                leftSection={<Icon size={24} stroke={1.5} aria-hidden="true" />}
                {...tab}
              >
                {provider.title}
              </Button>
            </li>
          )
        })}
      </Stack>
      <Text c="dimmed" size="sm">
        {PROVIDERS_NOTE}
      </Text>
    </>
  )
}

const ICONS: Record<IdentityProviderId, TablerIcon> = {
  sso: IconBuildingBank,
  lti: IconUserCircle,
  aaf: IconSchool,
  google: IconBrandGoogle,
  linkedin: IconBrandLinkedin,
}
