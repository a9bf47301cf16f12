import type { AppInstance } from '#contract/app-instance'
import { ERRORS } from '#contract/errors'
import type { IdentityProviderId } from '#domain/identity'
import { hidesExternalAccounts } from '#domain/instance'
import { Alert, Button, Stack, Text } from '@mantine/core'
import {
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBuildingBank,
  IconClockPause,
  IconSchool,
  IconUserCircle,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useAppInstance } from '../../app/use-app-instance'
import { canReachServer } from '../../offline/connection'
import { useConnectionFace } from '../../offline/use-connection'
import { providerRedirect } from '../../paths'
import { useSession } from '../../session/use-session'
import { PageTitle } from '../../ui/page-title'

/** `/sign-in`: the choice of a provider, which the browser then goes to. */
export function SignInScreen() {
  const instance = useAppInstance()
  const { ended } = useSession()
  const canReach = canReachServer(useConnectionFace())
  return (
    <>
      <PageTitle title="Sign in" />
      <Stack maw="28rem" gap="md">
        {ended === 'expired' && (
          <Alert color="amber" icon={<IconClockPause aria-hidden="true" />} title={ERRORS.token_expired.title}>
            {ERRORS.token_expired.message}
          </Alert>
        )}
        {!canReach && (
          <Alert color="slate" icon={<IconWifiOff aria-hidden="true" />} aria-live="polite">
            Signing in needs a live connection.
          </Alert>
        )}
        <Text>Choose the account that you use for the {instance.service_name}.</Text>
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {offeredProviders(instance).map((provider) => (
            <li key={provider.id}>
              <ProviderButton provider={provider} />
            </li>
          ))}
        </Stack>
        <Text c="dimmed" size="sm">
          You sign in at the provider. Your password is never seen here.
        </Text>
      </Stack>
    </>
  )
}

type Provider = AppInstance['providers'][number]

function ProviderButton({ provider }: { provider: Provider }) {
  const Icon = ICONS[provider.id]
  return (
    <Button
      component="a"
      href={providerRedirect(provider)}
      variant="default"
      size="lg"
      fullWidth
      justify="flex-start"
      leftSection={<Icon size={24} stroke={1.5} aria-hidden="true" />}
    >
      {provider.title}
    </Button>
  )
}

const ICONS: Record<IdentityProviderId, TablerIcon> = {
  sso: IconBuildingBank,
  lti: IconUserCircle,
  aaf: IconSchool,
  google: IconBrandGoogle,
  linkedin: IconBrandLinkedin,
}

/** The providers that an instance offers: external accounts are hidden on `prod` and `demo`. */
const offeredProviders = ({ instance, providers }: AppInstance): Provider[] =>
  providers.filter(({ id }) => id !== 'lti' || !hidesExternalAccounts(instance))
