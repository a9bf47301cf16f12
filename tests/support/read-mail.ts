/** An email as its recipient reads it. */
export type ReadMail = {
  headers: Map<string, string>
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content: Buffer }[]
}

/** Parses the source of an email with text, HTML and any files (RFC 5322, MIME). */
export const readMail = (source: string): ReadMail => {
  const { headers, body } = parted(source)
  const outer = partsOf({ headers, body })
  const alternative = outer.find((part) => part.headers.get('content-type')?.startsWith('multipart/alternative'))
  const parts = alternative === undefined ? outer : partsOf(alternative)
  const partOf = (type: string): string => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    if (!part) throw new Error(`an e-mail without ${type}`)
    return decoded(part.body, part.headers.get('content-transfer-encoding') ?? '7bit')
  }
  return {
    headers,
    to: encodedWords(headers.get('to') ?? ''),
    subject: encodedWords(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    attachments: outer.flatMap(fileOf),
  }
}

type Part = { headers: Map<string, string>; body: string }

const partsOf = ({ headers, body }: Part): Part[] => {
  const [, boundary] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) throw new Error(`an e-mail of one form: ${headers.get('content-type')}`)
  return body.split(`--${boundary}`).slice(1, -1).map(parted)
}

const fileOf = ({ headers, body }: Part): ReadMail['attachments'] => {
  const [, filename] = /^attachment; filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '') ?? []
  return filename === undefined ? [] : [{ filename, content: Buffer.from(body, 'base64') }]
}

const parted = (source: string): Part => {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

const decoded = (body: string, encoding: string): string => {
  const bytes = encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r\n/g, '')) : Buffer.from(body)
  return bytes.toString('utf8').replace(/\r\n/g, '\n').replace(/\n+$/, '\n')
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const encodedWords = (header: string): string =>
  header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, word: string) =>
      quotedPrintable(word.replaceAll('_', ' ')).toString('utf8'),
    )
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'))
