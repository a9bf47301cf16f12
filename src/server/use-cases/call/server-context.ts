import type { Logger } from 'pino'
import type { Config } from '../../ground/settings'
import type { CertificateReader } from '../../ground/certificates'
import type { Metrics } from '../../ground/metrics'
import type { ClockDifference } from '../../ground/db/clock-difference'
import type { OpenDatabase } from '../../ground/db/open-database'
import type { Admission } from '../../ground/admission'
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

/** The dependencies of the server, passed in: no other code reads a clock or makes random bytes. */
export type ServerContext = {
  config: Config
  database: OpenDatabase
  log: Logger
  /** The present time, as ISO 8601 in UTC with milliseconds. */
  now: () => string
  /** Milliseconds by a clock that is never set. */
  steady: () => number
  /** How far the clock of this process is ahead of the database's. */
  clockDifference: ClockDifference
  /** The ends of the certificates of the configured hosts. */
  readCertificates: CertificateReader
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>
  /** Bytes from the operating system's generator. */
  randomBytes: (length: number) => Uint8Array
  /** The tokens of signed-in people. */
  tokens: SessionTokens
  /** Reads the present session of a token. */
  readSession: SessionReader
  /** The last activity of sessions. */
  sessionActivity: SessionActivity
  /** The metrics for Prometheus; null where nobody can read them. */
  metrics: Metrics | null
  /** The limits of requests of one person, and from one network address. */
  limits: RequestLimits
  /** The requests in progress in this process, and its limit. */
  admission: Admission
  /** The lists of participants for devices. */
  participantLists: ParticipantLists
  /** The counts of failed sign-ins and refused access. */
  refusals: RefusalCounts
  /** Hashes passwords of external accounts. */
  passwords: Passwords
  /** The sign-in providers. */
  providers: SignInProviders
  /** The product's version, for the footer and the API's document. */
  version: string
  /** The commit that the server was built from, and when that was made; null where it is unknown. */
  build: { commit: string | null; committed_at: string | null }
  /** Reads the text of the program that checks ledgers and archives. */
  readVerifier: () => Promise<string>
  /** Whether the process is stopping and only finishes work in progress. */
  is_stopping: () => boolean
  /** Wakes the mail delivery when an email is queued; null where no email is sent. */
  mail: { wake: () => void } | null
  /** Runs simulations. */
  simulations: SimulationRunner
  /** The university's logo, or null where none is set. */
  university_logo: UniversityLogo | null
  /** The built client, or null where only the API is served. */
  client: BuiltApp | null
}
