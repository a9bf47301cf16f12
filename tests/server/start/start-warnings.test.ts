import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { testPortal } from '../../support/portal'

/* A start warns about missing settings that are not required, and that people will miss. */

const PROD = {
  INSTANCE: 'prod',
  PUBLIC_URL: 'https://randomise.example.org',
  DATABASE_URL: 'postgres://portal@db.example.org/portal',
  SMTP_URL: 'smtps://mail.example.org',
  SEED_KEY: createHash('sha256').update('a key of no pattern').digest('hex'),
  OIDC_SSO_ISSUER: 'https://sso.example.org',
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'secret',
}

const WARNING = 'SERVICE_URL is not set: the welcome page has no link for pricing and trial registration'

const warningsOf = async (environment: Record<string, string>): Promise<string[]> => {
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) })
  const world = await testPortal({ log, environment })
  await world.stop()
  return lines
}

describe('a welcome page without the main website', () => {
  test('is logged at the start of a production instance', async () => {
    expect(await warningsOf(PROD)).toEqual([expect.stringContaining(WARNING)])
  })

  test.each([
    ['where SERVICE_URL is set', { ...PROD, SERVICE_URL: 'https://example.org/trials' }],
    ['on any other instance', {}],
  ])('is not: %s', async (_where, environment) => {
    expect(await warningsOf(environment)).toEqual([])
  })
})
