import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliverDue, type MailDependencies } from '../../src/server/doors/jobs/deliver-due'
import { mailTransport } from '../../src/server/ground/mail/mail-transport'
import type { ServerContext } from '../../src/server/use-cases/call/server-context'
import { readMail, type ReadMail } from './read-mail'

/** What a portal's own process would send its e-mails with. */
export const mailRoom = (context: ServerContext): MailDependencies => ({
  config: context.config,
  database: context.database,
  log: context.log,
  now: context.now,
  transport: mailTransport(context.config),
  unrecordedAttempts: new Map(),
})

/** Sends what is due, once, as if the portal's own process had looked now. Answers how many messages it tried. */
export const deliverMail = async ({ context }: { context: ServerContext }): Promise<number> =>
  deliverDue(mailRoom(context))

/** The e-mails that lie written in a data folder, in order of their messages. */
export const writtenMail = (dataDir: string): (ReadMail & { file: string; source: string })[] => {
  const folder = join(dataDir, 'mail')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files
    .toSorted((one, other) => Number.parseInt(one) - Number.parseInt(other))
    .map((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      return { ...readMail(source), file, source }
    })
}
