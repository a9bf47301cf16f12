import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMailServer } from '../../../support/mail-server'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'
import { deliverMail } from '../../../support/mail-room'
import { invite } from '../../use-cases/sign-in/identity/invitation-calls'

/* Email files name participants and study groups, and have links that sign a person in. */

let dataDir: string
let world: TestPortal | null
beforeEach(() => {
  world = null
  dataDir = mkdtempSync(join(tmpdir(), 'mail-files-'))
})
afterEach(async () => {
  await world?.stop()
  rmSync(dataDir, { recursive: true })
})

const start = async (environment: Record<string, string> = {}) => {
  world = await testPortal({ environment: { DATA_DIR: dataDir, ...environment } })
  return world
}

const modeOf = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8)

const inviteNurse = async (portal: TestPortal) => {
  await invite(await signedInAs(portal, 'administrator'), portal.personId('nurse'))
  await deliverMail(portal)
}

/** Makes files readable for everybody on the machine, as an earlier version left them. */
const leaveOpen = (...files: string[]) => {
  mkdirSync(join(dataDir, 'mail'))
  for (const file of files) {
    writeFileSync(join(dataDir, 'mail', file), 'Subject: An earlier e-mail\r\n')
    chmodSync(join(dataDir, 'mail', file), 0o644)
  }
  chmodSync(join(dataDir, 'mail'), 0o755)
}

describe('emails that are written as files', () => {
  test('can be read only by the portal’s own account, in a folder with the same rights', async () => {
    await inviteNurse(await start())
    const [file, ...others] = readdirSync(join(dataDir, 'mail'))
    expect(others).toEqual([])
    expect([modeOf('mail'), modeOf(`mail/${file}`)]).toEqual(['700', '600'])
  })

  test('are closed at the next start where other people could read them or their folder', async () => {
    leaveOpen('1.eml', '2.eml')
    await start()
    expect([modeOf('mail'), modeOf('mail/1.eml'), modeOf('mail/2.eml')]).toEqual(['700', '600', '600'])
  })

  test('are closed also where a mail server is set by now', async () => {
    leaveOpen('1.eml')
    const server = await openMailServer()
    await start({ SMTP_URL: server.url })
    expect([modeOf('mail'), modeOf('mail/1.eml')]).toEqual(['700', '600'])
    await server.stop()
  })

  test('do not take over the mode of a draft left by an interrupted start', async () => {
    const portal = await start()
    leaveOpen('1.eml.part', '1.eml')
    await inviteNurse(portal)
    expect(modeOf('mail/1.eml')).toBe('600')
    expect(readdirSync(join(dataDir, 'mail'))).toEqual(['1.eml'])
  })
})

test('a start creates no folder where no email is written', async () => {
  await start()
  expect(readdirSync(dataDir)).not.toContain('mail')
})
