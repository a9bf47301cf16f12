import type { PasskeyFault, PasskeyPrompts } from '../../src/client/device/unlock/passkey'

/**
 * A device's authenticator behind the browser's prompts: a secret for each passkey, which never leaves it. A new
 * passkey replaces that of the same person on the same device.
 */
export type Authenticator = {
  prompts: PasskeyPrompts
  passkeys: () => number
  /** Makes every prompt fail like this; null confirms again. */
  fails: (fault: PasskeyFault | null) => void
  /** Runs once while the person is asked. */
  whileAsking: (happens: () => void) => void
  /** Gives each passkey another secret. */
  changesSecrets: () => void
}

export const anAuthenticator = (): Authenticator => {
  const secrets = new Map<string, number>()
  const ofOwners = new Map<string, string>()
  let [next, fault, happens]: [number, PasskeyFault | null, () => void] = [0, null, () => {}]
  const outputOf = async (secret: number, salt: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from([secret, ...salt])))
  return {
    passkeys: () => secrets.size,
    fails: (chosen) => (fault = chosen),
    whileAsking: (chosen) => (happens = chosen),
    changesSecrets: () => {
      for (const [id, secret] of secrets) secrets.set(id, secret + 100)
    },
    prompts: {
      create: async ({ device_id, sub }, salt) => {
        if (fault !== null) return fault
        const owner = JSON.stringify([device_id, sub])
        secrets.delete(ofOwners.get(owner) ?? '')
        const credential_id = Uint8Array.from([(next += 1)])
        secrets.set(String(credential_id), next)
        ofOwners.set(owner, String(credential_id))
        return { credential_id, material: await outputOf(next, salt) }
      },
      confirm: async ({ credential_id, salt }) => {
        happens()
        happens = () => {}
        const secret = secrets.get(String(credential_id))
        return fault ?? (secret === undefined ? 'cancelled' : outputOf(secret, salt))
      },
      forget: async (credentialId) => void secrets.delete(String(credentialId)),
    },
  }
}
