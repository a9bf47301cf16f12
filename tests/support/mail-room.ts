import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliverDue, type MailDependencies } from '../../src/server/doors/jobs/deliver-due'
import { mailTransport } from '../../src/server/ground/mail/mail-transport'
import type { ServerContext } from '../../src/server/use-cases/call/server-context'
import { readMail, type ReadMail } from './read-mail'

/** The dependencies with which a portal's own process sends its emails. */
export const mailRoom = (context: ServerContext): MailDependencies => ({
  config: context.config,
  database: context.database,
  log: context.log,
  now: context.now,
  transport: mailTransport(context.config),
  difference: context.clockDifference,
  unrecordedAttempts: new Map(),
})

/** Sends the due emails once, as the portal's own process would. Returns the number of messages that it tried. */
export const deliverMail = async ({ context }: { context: ServerContext }): Promise<number> =>
  deliverDue(mailRoom(context))

/** The emails written into a data folder, in order of their messages. */
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
