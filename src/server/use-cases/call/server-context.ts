import type { Logger } from 'pino'
import type { Config } from '../../ground/settings'
import type { OpenDatabase } from '../../ground/db/open-database'
import type { RequestLimits } from '../../ground/request-limits'
import type { ParticipantLists } from '../../ground/participant-lists/participant-lists'
import type { RefusalCounts } from '../../ground/refusals/refusal-counts'
import type { Passwords } from '../../ground/secrets/passwords'
import type { SignInProviders } from '../../ground/sessions/relying-party'
import type { SessionReader } from '../../ground/sessions/session-reader'
import type { SessionActivity } from '../../ground/sessions/session-activity'
import type { SessionTokens } from '../../ground/sessions/session-tokens'
import type { SimulationRunner } from '../../ground/simulation/simulation-runner'
import type { BuiltApp } from '../../ground/files/built-app'
import type { UniversityLogo } from '../../ground/files/university-logo'

/** Everything the server works with, passed in: nothing below takes time or chance from the air. */
export type ServerContext = {
  config: Config
  database: OpenDatabase
  log: Logger
  /** The time, as ISO 8601 in UTC with milliseconds. */
  now: () => string
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>
  /** Bytes from the operating system's generator. */
  randomBytes: (length: number) => Uint8Array
  /** The tokens of people who are signed in. */
  tokens: SessionTokens
  /** The session behind a token, as it is now. */
  readSession: SessionReader
  /** When sessions were heard of last. */
  sessionActivity: SessionActivity
  /** How many requests are taken of one person, and from one address of the network. */
  limits: RequestLimits
  /** The lists of participants that devices keep. */
  participantLists: ParticipantLists
  /** Failed sign-ins and refused access, as they are counted. */
  refusals: RefusalCounts
  /** How passwords of external accounts are hashed. */
  passwords: Passwords
  /** Whom people can sign in with. */
  providers: SignInProviders
  /** The product's version, as the footer and the API's document show it. */
  version: string
  /** Whether the process has been told to stop and only finishes what is under way. */
  is_stopping: () => boolean
  /** Who is woken when something to be told by e-mail is queued, or null where nobody is told of anything. */
  mail: { wake: () => void } | null
  /** Who works on simulations. */
  simulations: SimulationRunner
  /** The university's logo, or null where none is set. */
  university_logo: UniversityLogo | null
  /** The built client, or null where only the API is served. */
  client: BuiltApp | null
}
