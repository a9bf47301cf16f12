import type { UnlockRecord } from '#offline/unlock-record'

type Bytes = Uint8Array<ArrayBuffer>

/** The owner of a passkey, as the browser shows them and tells them apart. */
export type PasskeyOwner = { device_id: string; sub: string; name: string }

/** `cancelled`: its person did not confirm. `impossible`: a passkey of this browser gives no key. */
export type PasskeyFault = 'cancelled' | 'impossible'
export type CreatedPasskey = { credential_id: Bytes; material: Bytes }

/** The browser's prompts for a passkey. */
export type PasskeyPrompts = {
  /** Asks the person to create a passkey on this device, in the place of the one that they have for it. */
  create: (owner: PasskeyOwner, salt: Bytes) => Promise<CreatedPasskey | PasskeyFault>
  /** Asks the person to confirm with it. The 32 bytes wrap the person's key, or open it. */
  confirm: (passkey: Pick<UnlockRecord<'passkey'>, 'credential_id' | 'salt'>) => Promise<Bytes | PasskeyFault>
  /** Tells the browser that a passkey no longer opens anything, so that it is soon not offered any more. */
  forget: (credentialId: Bytes) => Promise<void>
}

type Browser = { credentials: Pick<CredentialsContainer, 'create' | 'get'>; rpId: string }

/** Passkeys of this device alone: no server takes part, since they open only data on the device (decision 0089). */
export const createPasskeyPrompts = ({ credentials, rpId }: Browser): PasskeyPrompts => {
  const confirm: PasskeyPrompts['confirm'] = async ({ credential_id, salt }) => {
    const assertion = await orFault(
      credentials.get({
        publicKey: {
          challenge: randomChallenge(),
          rpId,
          allowCredentials: [{ type: 'public-key', id: credential_id, transports: ['internal'] }],
          userVerification: 'required',
          extensions: { prf: { eval: { first: salt } } },
        },
      }),
    )
    if (typeof assertion === 'string') return assertion
    const output = assertion.getClientExtensionResults().prf?.results?.first
    return output === undefined ? 'impossible' : materialOf(output)
  }
  const forget = async (credentialId: Bytes) => {
    const request = { rpId, credentialId: base64UrlOf(credentialId) }
    // Few browsers have this signal; where it fails, the remaining passkey opens nothing.
    await PublicKeyCredential.signalUnknownCredential?.(request).catch(() => {})
  }
  /** Some browsers give the key only when the new passkey is used, so its person confirms a second time. */
  const materialOfNew = async (credential: PublicKeyCredential, credential_id: Bytes, salt: Bytes) => {
    const { prf } = credential.getClientExtensionResults()
    if (prf?.results?.first !== undefined) return materialOf(prf.results.first)
    return prf?.enabled === true ? confirm({ credential_id, salt }) : 'impossible'
  }
  return {
    confirm,
    forget,
    create: async ({ device_id, sub, name }, salt) => {
      const created = await orFault(
        credentials.create({
          publicKey: {
            challenge: randomChallenge(),
            rp: { id: rpId, name: 'Equipoise' },
            user: { id: await handleOf(device_id, sub), name, displayName: name },
            pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: {
              authenticatorAttachment: 'platform',
              residentKey: 'required',
              requireResidentKey: true,
              userVerification: 'required',
            },
            attestation: 'none',
            extensions: { prf: { eval: { first: salt } } },
          },
        }),
      )
      if (typeof created === 'string') return created
      const credential_id = new Uint8Array(created.rawId)
      const material = await materialOfNew(created, credential_id, salt)
      if (typeof material !== 'string') return { credential_id, material }
      await forget(credential_id)
      return material
    },
  }
}

/** By COSE: the algorithms that every platform has. Nobody checks a signature here. */
const [ES256, RS256] = [-7, -257]
const PURPOSE = 'equipoise-unlock-passkey|1'
const encoder = new TextEncoder()

/** No server checks it: what proves a passkey is that its output opens the wrapped key. */
const randomChallenge = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

/** The same for the same person on the same device, so that a new passkey replaces the last one. */
const handleOf = async (deviceId: string, sub: string): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify([PURPOSE, deviceId, sub])))

const materialOf = async (output: BufferSource): Promise<Bytes> => {
  const key = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveBits'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encoder.encode(PURPOSE) }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 256))
}

/**
 * The result of a prompt. For a cancelled prompt and for a missing passkey a browser gives the same error, "not
 * allowed".
 */
const orFault = async (prompted: Promise<Credential | null>): Promise<PublicKeyCredential | PasskeyFault> => {
  try {
    const credential = await prompted
    return credential instanceof PublicKeyCredential ? credential : 'impossible'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'cancelled' : 'impossible'
  }
}

const base64UrlOf = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
