import { identityProviderOfId } from '#domain/sign-in/identity'
import { Button } from '@mantine/core'
import { providerRedirect } from '../../../session/providers'

/** Leads to the sign-in with an external account, which the invitation then associates. */
export function ExternalSignIn({ token, disabled = false }: { token: string; disabled?: boolean }) {
  const provider = identityProviderOfId('lti')
  const label = 'Sign in with External User Account'
  if (disabled || provider === undefined) return <Button disabled>{label}</Button>
  return (
    <Button component="a" href={providerRedirect(provider, { association_token: token })}>
      {label}
    </Button>
  )
}
