import type { IdentityProvider } from '#domain/identity'
import { api } from '#contract/api'
import { requestAddress } from './api/request-address'

/** Every address of the app, as TanStack Router's `Link` and `navigate` take it. */
export const paths = {
  home: () => ({ to: '/' }) as const,
  signIn: () => ({ to: '/sign-in' }) as const,
  trials: () => ({ to: '/trials' }) as const,
  trial: (trialId: number) => ({ to: '/trials/$trialId', params: { trialId: String(trialId) } }) as const,
  participants: (trialId: number) =>
    ({ to: '/trials/$trialId/participants', params: { trialId: String(trialId) } }) as const,
  randomise: (trialId: number) =>
    ({ to: '/trials/$trialId/participants/new', params: { trialId: String(trialId) } }) as const,
  participant: (trialId: number, participantId: number) =>
    ({
      to: '/trials/$trialId/participants/$participantId',
      params: { trialId: String(trialId), participantId: String(participantId) },
    }) as const,
  messages: (trialId: number) => ({ to: '/trials/$trialId/messages', params: { trialId: String(trialId) } }) as const,
  trialSettings: (trialId: number) =>
    ({ to: '/trials/$trialId/settings', params: { trialId: String(trialId) } }) as const,
  proof: (trialId: number) => ({ to: '/trials/$trialId/proof', params: { trialId: String(trialId) } }) as const,
  simulation: () => ({ to: '/simulation' }) as const,
  /** The simulation, filled in from a trial's design. */
  simulateTrial: (trialId: number) => ({ to: '/simulation', search: { trial: String(trialId) } }) as const,
} as const

/** The server's address that sends the browser on to a sign-in provider. */
export const providerRedirect = (provider: Pick<IdentityProvider, 'id' | 'family'>): string =>
  provider.family === 'aaf'
    ? requestAddress(api.redirectToAaf, {})
    : requestAddress(api.redirectToPing, { query: { idp: provider.id } })

/** The program that verifies a ledger, one file, as the server hands it out. */
export const VERIFIER = { address: '/verify-ledger.mjs', file: 'verify-ledger.mjs' } as const

/** The external page that takes error reports, told what went wrong (specification 001, section 8). */
export const errorReport = (page: string, told: Record<string, string>): string => {
  const address = new URL(page)
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value)
  return address.href
}
