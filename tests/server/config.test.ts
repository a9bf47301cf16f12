import { describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../src/server/config'
import { ORDINARY_PROVIDER } from '../../src/server/config/provider-settings'

const KEY = 'a1'.repeat(32)
const SSO = {
  OIDC_SSO_ISSUER: 'https://login.example.org',
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'secret',
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
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/trials' }],
    ['INSTANCE', { INSTANCE: 'PROD', ...SSO, SEED_KEY: KEY }],
    ['INSTANCE', { INSTANCE: 'Local' }],
    ['INSTANCE', { INSTANCE: 'a b' }],
    ['UNIVERSITY', { UNIVERSITY: 'Old Town' }],
    ['UNIVERSITY', { UNIVERSITY: '../etc' }],
    ['SERVICE_URL', { SERVICE_URL: 'example.org' }],
    ['SERVICE_URL', { SERVICE_URL: 'javascript:alert(1)' }],
    ['GOOGLE_ANALYTICS_ID', { GOOGLE_ANALYTICS_ID: '<script>' }],
    ['ERROR_REPORT_URL', { ERROR_REPORT_URL: 'errors' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.org:25' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['SESSION_HOURS', { SESSION_HOURS: '0' }],
    ['SESSION_HOURS', { SESSION_HOURS: '25' }],
    ['SESSION_HOURS', { SESSION_HOURS: 'a shift' }],
    ['SEED_KEY', { SEED_KEY: 'short' }],
    ['SEED_KEY', { SEED_KEY: 'a1'.repeat(31) }],
    ['SAMPLE_ACCOUNTS', { SAMPLE_ACCOUNTS: 'true' }],
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

describe('any instance but local and test', () => {
  it.each(['prod', 'demo', 'staging', 'UAT'])('%s refuses to start without a provider and a key', (INSTANCE) => {
    expect(lineFor({ INSTANCE })).toMatch(/^INSTANCE .*OIDC_SSO_ISSUER.* and SEED_KEY/)
    expect(lineFor({ INSTANCE, SEED_KEY: KEY })).toMatch(/^INSTANCE .*OIDC_SSO_ISSUER/)
    expect(lineFor({ INSTANCE, SEED_KEY: KEY })).not.toMatch(/SEED_KEY/)
    expect(lineFor({ INSTANCE, ...SSO })).toMatch(/^INSTANCE .*SEED_KEY/)
    expect(lineFor({ INSTANCE, ...SSO, SEED_KEY: KEY })).toBe('starts')
  })

  it.each(['prod', 'demo', 'staging'])('%s has no sample accounts, whatever is set', (INSTANCE) => {
    const settings = settingsOf({ INSTANCE, ...SSO, SEED_KEY: KEY, SAMPLE_ACCOUNTS: 'yes' })
    expect(settings.has_sample_provider).toBe(false)
  })
})

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
      instance: 'local',
      university: 'university',
      university_name: 'The University',
      service_name: 'Randomisation Service',
      service_url: null,
      session_hours: 12,
      seed_key: null,
      providers: {},
    })
  })

  it('take the key as hex and as base64', () => {
    const bytes = Buffer.from(KEY, 'hex')
    for (const SEED_KEY of [KEY, KEY.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(settingsOf({ SEED_KEY }).seed_key).toEqual(new Uint8Array(bytes))
    }
  })

  it('drop what a public address needs not', () => {
    expect(settingsOf({ PUBLIC_URL: 'https://randomise.example.org/' }).public_url).toBe(
      'https://randomise.example.org',
    )
  })

  it('allow a plain issuer on this machine only', () => {
    expect(settingsOf({ ...SSO, OIDC_SSO_ISSUER: 'http://localhost:9000/idp' }).providers).toEqual({
      sso: { ...ORDINARY_PROVIDER, issuer: 'http://localhost:9000/idp', client_id: 'portal', client_secret: 'secret' },
    })
  })

  it('tell in what a provider differs from the ordinary; Google lets choose and asks no more', () => {
    const told = { ISSUER: 'https://id.example.org', CLIENT_ID: 'portal', CLIENT_SECRET: 'secret' }
    const peculiar = {
      SCOPE: 'openid aueduperson',
      SUBJECT: 'eduperson_targeted_id',
      TOKEN_ISSUER: 'https://t.example.org',
    }
    const named = (id: string, settings: object) =>
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [`OIDC_${id}_${name}`, value]))
    const { providers } = settingsOf({
      ...named('LINKEDIN', { ...told, NONCE: 'no', PKCE: 'no' }),
      ...named('AAF', { ...told, ...peculiar }),
      ...named('GOOGLE', told),
    })
    const known = { issuer: told.ISSUER, client_id: 'portal', client_secret: 'secret' }
    expect(providers).toEqual({
      linkedin: { ...ORDINARY_PROVIDER, ...known, has_nonce: false, has_pkce: false },
      aaf: {
        ...ORDINARY_PROVIDER,
        ...known,
        scope: peculiar.SCOPE,
        subject_claim: peculiar.SUBJECT,
        token_issuer: peculiar.TOKEN_ISSUER,
      },
      google: { ...ORDINARY_PROVIDER, ...known, only_prompt: 'select_account' },
    })
  })

  it('count visits on prod only', () => {
    const GOOGLE_ANALYTICS_ID = 'G-ABC123'
    expect(settingsOf({ GOOGLE_ANALYTICS_ID }).google_analytics_id).toBeNull()
    expect(settingsOf({ INSTANCE: 'prod', ...SSO, SEED_KEY: KEY, GOOGLE_ANALYTICS_ID }).google_analytics_id).toBe(
      GOOGLE_ANALYTICS_ID,
    )
  })
})
