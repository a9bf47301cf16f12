import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../../../src/server/start/config/config'
import { ORDINARY_PROVIDER } from '../../../../src/server/ground/settings'

const KEY = 'a1'.repeat(32)
const SSO = {
  OIDC_SSO_ISSUER: 'https://login.example.org',
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'secret',
}

/** As random as a key of the operating system, and the same at each run. */
const RANDOM_KEY = createHash('sha256').update('a key of no pattern').digest('hex')

/** The settings that a production instance needs. */
const PROD = {
  INSTANCE: 'prod',
  PUBLIC_URL: 'https://randomise.example.org',
  DATABASE_URL: 'postgres://portal@db.example.org/portal',
  SMTP_URL: 'smtps://mail.example.org',
  SEED_KEY: RANDOM_KEY,
  ...SSO,
}

const lineFor = (environment: Environment): string => {
  const config = readConfig(environment)
  return config.ok ? 'starts' : config.refusal
}

const settingsOf = (environment: Environment) => {
  const config = readConfig(environment)
  if (!config.ok) throw new Error(config.refusal)
  return config.value
}

describe('a wrong setting stops the start with one line that names it', () => {
  it.each<[string, Environment]>([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'randomise.example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/randomise' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://example.org' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loopback' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1 10.0.0.1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1,' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8/8' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'fd00::/129' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '*' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/trials' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db1:5432,db2:5432/trials' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db1,db2/trials?target_session_attrs=any' }],
    ['INSTANCE', { ...PROD, INSTANCE: 'PROD' }],
    ['INSTANCE', { INSTANCE: 'Local' }],
    ['INSTANCE', { INSTANCE: 'a b' }],
    ['UNIVERSITY', { UNIVERSITY: 'Old Town' }],
    ['UNIVERSITY', { UNIVERSITY: '../etc' }],
    ['UNIVERSITY_ACCENT', { UNIVERSITY_ACCENT: 'crimson' }],
    ['UNIVERSITY_ACCENT', { UNIVERSITY_ACCENT: '#FFCC00' }],
    ['SERVICE_URL', { SERVICE_URL: 'example.org' }],
    ['SERVICE_URL', { SERVICE_URL: 'javascript:alert(1)' }],
    ['PRIVACY_URL', { PRIVACY_URL: 'mailto:trials@example.org' }],
    ['CONTACT_URL', { CONTACT_URL: 'trials@example.org' }],
    ['CONTACT_URL', { CONTACT_URL: 'javascript:alert(1)' }],
    ['GOOGLE_ANALYTICS_ID', { GOOGLE_ANALYTICS_ID: '<script>' }],
    ['ERROR_REPORT_URL', { ERROR_REPORT_URL: 'errors' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.org:25' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '2' }],
    ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '101' }],
    ['DATABASE_STATEMENT_SECONDS', { DATABASE_STATEMENT_SECONDS: '0' }],
    ['DATABASE_COMMIT_SECONDS', { DATABASE_COMMIT_SECONDS: '1.5' }],
    ['DATABASE_CONNECTION_SECONDS', { DATABASE_CONNECTION_SECONDS: '301' }],
    ['SESSION_HOURS', { SESSION_HOURS: '0' }],
    ['SESSION_HOURS', { SESSION_HOURS: '25' }],
    ['SESSION_HOURS', { SESSION_HOURS: 'a shift' }],
    ['EXTERNAL_SECOND_FACTOR', { EXTERNAL_SECOND_FACTOR: 'yes' }],
    ['BREACHED_PASSWORDS_URL', { BREACHED_PASSWORDS_URL: 'http://breached.example.org/range' }],
    ['REQUESTS_PER_PERSON', { REQUESTS_PER_PERSON: 'many' }],
    ['WRITES_PER_PERSON', { WRITES_PER_PERSON: '9' }],
    ['OUTCOMES_PER_PERSON', { OUTCOMES_PER_PERSON: '0' }],
    ['ANONYMOUS_REQUESTS_PER_ADDRESS', { ANONYMOUS_REQUESTS_PER_ADDRESS: '1000001' }],
    ['SESSION_IDLE_MINUTES', { SESSION_IDLE_MINUTES: '4' }],
    ['SESSION_IDLE_MINUTES', { SESSION_IDLE_MINUTES: '1441' }],
    ['SESSION_IDLE_MINUTES', { SESSION_IDLE_MINUTES: 'never' }],
    ['SEED_KEY', { SEED_KEY: 'short' }],
    ['SEED_KEY', { SEED_KEY: 'a1'.repeat(31) }],
    ['SAMPLE_ACCOUNTS', { SAMPLE_ACCOUNTS: 'true' }],
    ['EMBEDDED_DATABASE', { EMBEDDED_DATABASE: '1' }],
    ['MIGRATION_DATABASE_URL', { MIGRATION_DATABASE_URL: 'postgres://owner@db.example.org/portal' }],
    ['EMBEDDED_DATABASE', { EMBEDDED_DATABASE: 'yes', DATABASE_URL: 'postgres://db.example.org/portal' }],
    ['OIDC_SSO_ISSUER', { ...SSO, OIDC_SSO_ISSUER: 'login.example.org' }],
    ['OIDC_SSO_ISSUER', { ...SSO, OIDC_SSO_ISSUER: 'http://login.example.org' }],
    ['OIDC_SSO_CLIENT_SECRET', { ...SSO, OIDC_SSO_CLIENT_SECRET: '' }],
    ['OIDC_AAF_ISSUER', { OIDC_AAF_CLIENT_ID: 'portal' }],
    ['OIDC_AAF_ISSUER', { OIDC_AAF_SCOPE: 'openid' }],
    ['OIDC_SSO_SCOPE', { ...SSO, OIDC_SSO_SCOPE: 'profile' }],
    ['OIDC_SSO_SUBJECT', { ...SSO, OIDC_SSO_SUBJECT: 'email' }],
    ['OIDC_SSO_TOKEN_ISSUER', { ...SSO, OIDC_SSO_TOKEN_ISSUER: 'http://login.example.org' }],
    ['OIDC_SSO_NONCE', { ...SSO, OIDC_SSO_NONCE: 'sometimes' }],
    ['OIDC_SSO_PKCE', { ...SSO, OIDC_SSO_PKCE: '0' }],
    ['OIDC_GOOGEL_ISSUER', { OIDC_GOOGEL_ISSUER: 'https://accounts.example.org' }],
  ])('%s: %j', (name, environment) => {
    const line = lineFor(environment)
    expect(line).toMatch(new RegExp(`^${name} `))
    expect(line).not.toContain('\n')
  })

  it('and never repeats a secret', () => {
    expect(lineFor({ SEED_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(lineFor({ DATABASE_URL: 'mysql://me:hunter2@localhost' })).not.toContain('hunter2')
  })
})

describe('several wrong settings', () => {
  const namesIn = (environment: Environment) =>
    lineFor(environment)
      .split('\n')
      .map((line) => line.split(' ')[0])

  it('are reported at once, one a line', () => {
    const wrong = { PORT: 'eighty', SESSION_HOURS: 'a shift', SEED_KEY: 'short', OIDC_AAF_CLIENT_ID: 'portal' }
    expect(namesIn({ ...wrong, OIDC_SSO_NONCE: 'maybe', OIDC_GOOGEL_ISSUER: 'https://accounts.example.org' })).toEqual([
      'PORT',
      'SESSION_HOURS',
      'SEED_KEY',
      'OIDC_GOOGEL_ISSUER',
      'OIDC_SSO_ISSUER',
      'OIDC_AAF_ISSUER',
    ])
  })

  it('are reported with the other needs of the instance, each once', () => {
    expect(namesIn({ INSTANCE: 'prod', PORT: 'eighty' })).toEqual([
      'PORT',
      'OIDC_SSO_ISSUER',
      'SEED_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'DATABASE_URL',
    ])
    const wrong = { PUBLIC_URL: 'randomise', SMTP_URL: 'mail', DATABASE_URL: 'db', SEED_KEY: 'short' }
    expect(namesIn({ INSTANCE: 'prod', ...wrong, OIDC_SSO_ISSUER: 'login' })).toEqual([
      'PUBLIC_URL',
      'DATABASE_URL',
      'SMTP_URL',
      'SEED_KEY',
      'OIDC_SSO_CLIENT_ID',
    ])
  })
})

describe('any instance but local and test', () => {
  it.each(['demo', 'staging', 'UAT'])('%s refuses to start without a provider and a key', (INSTANCE) => {
    const both = lineFor({ INSTANCE }).split('\n')
    expect(both).toEqual([
      `OIDC_SSO_ISSUER must be set on INSTANCE ${INSTANCE} with OIDC_SSO_CLIENT_ID and OIDC_SSO_CLIENT_SECRET, or those of another sign-in provider`,
      `SEED_KEY must be set on INSTANCE ${INSTANCE}, to 32 random bytes such as openssl rand -hex 32 prints`,
    ])
    expect(lineFor({ INSTANCE, SEED_KEY: KEY })).toBe(both[0])
    expect(lineFor({ INSTANCE, ...SSO })).toBe(both[1])
    expect(lineFor({ INSTANCE, ...SSO, SEED_KEY: KEY })).toBe('starts')
  })

  it.each(['prod', 'demo', 'staging'])('%s has no sample accounts, whatever is set', (INSTANCE) => {
    expect(settingsOf({ ...PROD, INSTANCE, SAMPLE_ACCOUNTS: 'yes' }).has_sample_provider).toBe(false)
  })
})

describe('prod', () => {
  it('starts with everything it needs, and with the embedded database only where that is set', () => {
    expect(lineFor(PROD)).toBe('starts')
    expect(lineFor({ ...PROD, DATABASE_URL: '', EMBEDDED_DATABASE: 'yes' })).toBe('starts')
  })

  it.each<[string, Environment]>([
    ['PUBLIC_URL must be an https address on INSTANCE prod', { PUBLIC_URL: '' }],
    ['PUBLIC_URL must be an https address on INSTANCE prod', { PUBLIC_URL: 'http://randomise.example.org' }],
    ['PUBLIC_URL must be an https address on INSTANCE prod', { PUBLIC_URL: 'http://localhost:8080' }],
    ['SMTP_URL must be set on INSTANCE prod', { SMTP_URL: '' }],
    ['SEED_KEY must be set on INSTANCE prod', { SEED_KEY: '' }],
    ['DATABASE_URL must be set on INSTANCE prod, or EMBEDDED_DATABASE to yes', { DATABASE_URL: '' }],
    [
      'DATABASE_URL must be set on INSTANCE prod, or EMBEDDED_DATABASE to yes',
      { DATABASE_URL: '', EMBEDDED_DATABASE: 'no' },
    ],
    [
      'OIDC_SSO_ISSUER must be set on INSTANCE prod with OIDC_SSO_CLIENT_ID and OIDC_SSO_CLIENT_SECRET',
      { OIDC_SSO_ISSUER: '', OIDC_SSO_CLIENT_ID: '', OIDC_SSO_CLIENT_SECRET: '' },
    ],
    ['OIDC_SSO_ISSUER must be an https address on INSTANCE prod', { OIDC_SSO_ISSUER: 'http://127.0.0.1:9000' }],
    ['OIDC_SSO_TOKEN_ISSUER must be an https address on INSTANCE prod', { OIDC_SSO_TOKEN_ISSUER: 'http://localhost' }],
  ])('%s: %j', (line, change) => {
    expect(lineFor({ ...PROD, ...change })).toMatch(new RegExp(`^${line}[^\\n]*$`))
  })

  const sequence = (from: number, step: number) =>
    Buffer.from(Array.from({ length: 32 }, (_, index) => (((from + index * step) % 256) + 256) % 256)).toString('hex')

  it.each<[string, string]>([
    ['nothing but zeros', '00'.repeat(32)],
    ['one byte again and again', 'ff'.repeat(32)],
    ['one letter in base64', 'A'.repeat(43)],
    ['two bytes again and again', 'a1b2'.repeat(16)],
    ['the digits in order', '0123456789abcdef'.repeat(4)],
    ['sixteen bytes twice', RANDOM_KEY.slice(0, 32).repeat(2)],
    ['eleven bytes, the last time not whole', RANDOM_KEY.slice(0, 22).repeat(3).slice(0, 64)],
    ['a word again and again, in base64', 'secret'.repeat(8).slice(0, 43)],
    ['zeros and a one', `${'00'.repeat(31)}01`],
    ['bytes that ascend', sequence(0, 1)],
    ['bytes that ascend past the last', sequence(250, 1)],
    ['bytes that descend', sequence(31, -1)],
    ['bytes that ascend by steps', sequence(3, 7)],
  ])('refuses a key that can be guessed: %s', (_, SEED_KEY) => {
    expect(lineFor({ ...PROD, SEED_KEY })).toBe(
      'SEED_KEY must not be guessable on INSTANCE prod: set it to 32 random bytes such as openssl rand -hex 32 prints',
    )
  })

  it('accepts every key that the operating system’s generator makes', () => {
    for (let many = 0; many < 1000; many += 1) {
      const SEED_KEY = createHash('sha256').update(`${many}`).digest('base64')
      expect(lineFor({ ...PROD, SEED_KEY })).toBe('starts')
    }
  })
})

it.each([
  ['local', {}, Infinity, Infinity],
  ['test', { WRITES_PER_PERSON: '50' }, Infinity, 50],
  ['prod', {}, 1200, 300],
])(
  'requests of a person on %s with %o are limited to %d a minute, writes to %d',
  (INSTANCE, more, requests, writes) => {
    const { request_limits } = settingsOf({ ...(INSTANCE === 'prod' && PROD), INSTANCE, ...more })
    expect(request_limits).toMatchObject({ requests_of_person: requests, writes_of_person: writes })
  },
)

describe('sample accounts on local and test', () => {
  it.each<[boolean, Environment]>([
    [true, {}],
    [true, { INSTANCE: 'test' }],
    [true, { HOST: 'localhost' }],
    [true, { HOST: '::1' }],
    [true, { HOST: '127.0.1.1' }],
    [false, { HOST: '0.0.0.0' }],
    [false, { HOST: '::' }],
    [false, { HOST: '10.0.0.7' }],
    [false, { HOST: '127.example.org' }],
    [true, { PUBLIC_URL: 'http://localhost:9000' }],
    [true, { PUBLIC_URL: 'https://127.8.0.1' }],
    [true, { PUBLIC_URL: 'http://[::1]:8080' }],
    [false, { PUBLIC_URL: 'https://randomise.example.org' }],
    [false, { PUBLIC_URL: 'http://192.168.1.20:8080' }],
    [false, { PUBLIC_URL: 'https://localhost.example.org' }],
    [false, { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }],
    [true, { PUBLIC_URL: 'https://randomise.example.org', SAMPLE_ACCOUNTS: 'yes' }],
    [true, { HOST: '0.0.0.0', PUBLIC_URL: 'https://randomise.example.org', SAMPLE_ACCOUNTS: 'yes' }],
    [false, { PUBLIC_URL: 'https://randomise.example.org', SAMPLE_ACCOUNTS: 'no' }],
    [true, { HOST: '0.0.0.0', SAMPLE_ACCOUNTS: 'yes' }],
    [false, { HOST: '0.0.0.0', SAMPLE_ACCOUNTS: 'no' }],
    [false, SSO],
    [false, { ...SSO, SAMPLE_ACCOUNTS: 'yes' }],
  ])('%s with %j', (expected, environment) => {
    expect(settingsOf(environment).has_sample_provider).toBe(expected)
  })
})

describe('settings', () => {
  it('have defaults; an empty one counts as unset', () => {
    expect(settingsOf({ PORT: '', HOST: ' ' })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      public_url: null,
      database_url: null,
      database_pool: { connections: 10, connection: 5000, statement: 15_000, commit: 5000 },
      instance: 'local',
      university: 'university',
      university_name: 'The University',
      service_name: 'Randomisation Service',
      service_url: null,
      privacy_url: null,
      contact_url: null,
      session_hours: 12,
      session_idle_minutes: 60,
      seed_key: null,
      previous_seed_keys: [],
      providers: {},
    })
  })

  it('take the key as hex and as base64', () => {
    const bytes = Buffer.from(KEY, 'hex')
    for (const SEED_KEY of [KEY, KEY.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(settingsOf({ SEED_KEY }).seed_key).toEqual(new Uint8Array(bytes))
    }
  })

  it('take any number of previous keys, and refuse a text that is no key', () => {
    const keys = [KEY, KEY.replace(/./g, '7')]
    const bytes = keys.map((key) => new Uint8Array(Buffer.from(key, 'hex')))
    expect(settingsOf({ SEED_KEY_PREVIOUS: keys.join(', ') }).previous_seed_keys).toEqual(bytes)
    expect(readConfig({ SEED_KEY_PREVIOUS: `${KEY},short` })).toEqual({
      ok: false,
      refusal: 'SEED_KEY_PREVIOUS must be keys of 32 bytes separated by commas, each as 64 hex digits or as base64',
    })
  })

  it('drop the parts that a public address does not need', () => {
    expect(settingsOf({ PUBLIC_URL: 'https://randomise.example.org/' }).public_url).toBe(
      'https://randomise.example.org',
    )
  })

  it('allow a plain issuer on this machine only', () => {
    expect(settingsOf({ ...SSO, OIDC_SSO_ISSUER: 'http://localhost:9000/idp' }).providers).toEqual({
      sso: { ...ORDINARY_PROVIDER, issuer: 'http://localhost:9000/idp', client_id: 'portal', client_secret: 'secret' },
    })
  })

  it('say how a provider differs from the ordinary; Google lets people choose an account and does not ask again', () => {
    const settings = { ISSUER: 'https://id.example.org', CLIENT_ID: 'portal', CLIENT_SECRET: 'secret' }
    const peculiar = {
      SCOPE: 'openid aueduperson',
      SUBJECT: 'eduperson_targeted_id',
      TOKEN_ISSUER: 'https://t.example.org',
    }
    const named = (id: string, settings: object) =>
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [`OIDC_${id}_${name}`, value]))
    const { providers } = settingsOf({
      ...named('LINKEDIN', { ...settings, NONCE: 'no', PKCE: 'no' }),
      ...named('AAF', { ...settings, ...peculiar }),
      ...named('GOOGLE', settings),
    })
    const provider = { issuer: settings.ISSUER, client_id: 'portal', client_secret: 'secret' }
    expect(providers).toEqual({
      linkedin: { ...ORDINARY_PROVIDER, ...provider, has_nonce: false, has_pkce: false },
      aaf: {
        ...ORDINARY_PROVIDER,
        ...provider,
        scope: peculiar.SCOPE,
        subject_claim: peculiar.SUBJECT,
        token_issuer: peculiar.TOKEN_ISSUER,
      },
      google: { ...ORDINARY_PROVIDER, ...provider, only_prompt: 'select_account' },
    })
  })

  it('count visits on prod only', () => {
    const GOOGLE_ANALYTICS_ID = 'G-ABC123'
    expect(settingsOf({ GOOGLE_ANALYTICS_ID }).google_analytics_id).toBeNull()
    expect(settingsOf({ ...PROD, GOOGLE_ANALYTICS_ID }).google_analytics_id).toBe(GOOGLE_ANALYTICS_ID)
  })
})

describe('an accent that does not stand out is refused with its contrast', () => {
  it.each([
    ['#FFCC00', 'in the light one #FFCC00 has 1.5 : 1'],
    ['#10252b', 'in the dark one #10252B has 1.1 : 1'],
  ])('%s', (UNIVERSITY_ACCENT, words) => {
    expect(lineFor({ UNIVERSITY_ACCENT })).toBe(
      `UNIVERSITY_ACCENT must have a contrast of at least 3 : 1 in both schemes; ${words}`,
    )
  })

  it('and one with enough contrast is accepted', () => {
    expect(settingsOf({ UNIVERSITY_ACCENT: '#d6336c' }).university_accent).toBe('#D6336C')
  })
})
