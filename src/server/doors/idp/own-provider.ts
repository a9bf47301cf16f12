import type { Logger } from 'pino'
import { ORDINARY_PROVIDER } from '../../ground/settings'
import type { Listener } from '../http/http-server'
import { SAMPLE_ISSUER } from './sample-accounts'
import type { OwnIdentity } from '../../ground/sessions/relying-party'
import { callbackAddresses } from '../../use-cases/sign-in/session/sign-in-addresses'

export type OwnProvider = { listener: Listener; identity: OwnIdentity }

type ProviderOptions = {
  publicUrl: string
  loopbackUrl: string
  randomBytes: (length: number) => Uint8Array
  log: Logger
}

/** Opens the sample provider and returns the settings by which the portal uses it. Its library is loaded only here. */
export const openOwnProvider = async ({
  publicUrl,
  loopbackUrl,
  randomBytes,
  log,
}: ProviderOptions): Promise<OwnProvider> => {
  const { createSampleProvider } = await import('./sample-provider')
  const client = {
    id: 'portal',
    secret: Buffer.from(randomBytes(32)).toString('base64url'),
    redirectUris: callbackAddresses(publicUrl),
  }
  const { issuer, listener } = await createSampleProvider({ publicUrl, client, randomBytes, log })
  return {
    listener,
    identity: {
      settings: { ...ORDINARY_PROVIDER, issuer, client_id: client.id, client_secret: client.secret },
      publicUrl,
      loopbackUrl,
      storedIssuer: SAMPLE_ISSUER,
    },
  }
}
