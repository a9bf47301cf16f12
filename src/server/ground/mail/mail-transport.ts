import { createTransport, type SendMailOptions } from 'nodemailer'
import { isLoopback } from '../loopback'
import type { Config } from '../settings'
import type { Attachment } from './attachments'
import { writeMailFile } from './mail-folder'

/** A complete email. */
export type Mail = {
  /** The number of its message: every attempt of one message is the same email, byte for byte. */
  id: number
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** When it was written. */
  at: string
}

/** Sends emails. `send` resolves once the mail server has accepted the email, and rejects where it has not. */
export type MailTransport = { send: (mail: Mail) => Promise<void>; close: () => void }

type Settings = Pick<Config, 'smtp_url' | 'mail_from' | 'data_dir' | 'public_url' | 'service_name'>

/**
 * The transport to the mail server of the settings. Without one, emails are written as files to `DATA_DIR/mail`. A server that
 * is not on this machine must offer TLS: otherwise whoever is between could read the links in emails, and the password.
 */
export const mailTransport = (settings: Settings, isOnThisMachine = isLoopback): MailTransport =>
  settings.smtp_url === null ? toFiles(settings) : toServer(settings, settings.smtp_url, isOnThisMachine)

/** Milliseconds that a mail server may be silent before an attempt is abandoned. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/**
 * A connection for each email: a fault of one does not affect another, and nothing is ever sent twice automatically.
 */
const toServer = (settings: Settings, url: string, isOnThisMachine: typeof isLoopback): MailTransport => {
  const { protocol, hostname } = new URL(url)
  // What the query of the address sets comes before this: `?requireTLS=false` is the operator's own decision.
  const requireTLS = protocol === 'smtp:' && !isOnThisMachine(hostname)
  const transport = createTransport({ url, requireTLS, ...TIMEOUTS })
  return {
    send: async (mail) => {
      await transport.sendMail(composed(settings, mail))
    },
    close: () => transport.close(),
  }
}

const toFiles = (settings: Settings): MailTransport => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(composed(settings, mail))
      await writeMailFile(settings.data_dir, `${mail.id}.eml`, message)
    },
    close: () => composer.close(),
  }
}

const composed = ({ mail_from, public_url, service_name }: Settings, mail: Mail): SendMailOptions => {
  const { hostname } = new URL(public_url)
  return {
    from: mail_from ?? { name: service_name, address: `no-reply@${hostname}` },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    date: new Date(mail.at),
    // The same for every attempt, so that a mail server, or a person, can recognise a repeat.
    messageId: `<message-${mail.id}-${Date.parse(mail.at)}@${hostname}>`,
    baseBoundary: `message-${mail.id}`,
    textEncoding: 'quoted-printable',
    // Prevents automatic replies such as absence notes (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
