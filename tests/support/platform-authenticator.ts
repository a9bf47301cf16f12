import type { CDPSession } from 'playwright-core'
import type { Visitor } from './visitor'

/** The fingerprint reader of a tablet, as Chromium simulates it for tests. */
export type PlatformAuthenticator = {
  /** Whether it recognises its user. */
  knowsItsUser: (knows: boolean) => Promise<void>
  passkeys: () => Promise<number>
  /** Its user deletes every passkey in the settings of the tablet. */
  losesPasskeys: () => Promise<void>
}

/** Gives a tablet an authenticator before its page asks for one. `hasPrf` means that its passkeys provide keys. */
export const givesAuthenticator = async (tablet: Visitor, { hasPrf = true } = {}): Promise<PlatformAuthenticator> => {
  const session: CDPSession = await tablet.context.newCDPSession(tablet.page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  })
  return {
    knowsItsUser: async (knows) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: knows })
    },
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    losesPasskeys: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
