import Pdf from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { qrCode } from './data-matrix'

type KeySheet = { title: string; lines: readonly string[]; secret: string; made_at: string }

/** A4, in points. */
const MARGIN = 56
const CODE_WIDTH = 200

/** A sheet to print and to store in a safe: a secret as a QR code and in groups of letters that can be typed. */
export const keySheet = async ({ title, lines, secret, made_at }: KeySheet): Promise<Buffer> => {
  const document = new Pdf({ size: 'A4', margin: MARGIN, info: { Title: title, CreationDate: new Date(made_at) } })
  document.font('Helvetica-Bold').fontSize(18).text(title).moveDown()
  document.font('Helvetica').fontSize(11)
  for (const line of lines) document.text(line).moveDown(0.5)
  const { size, dark } = qrCode(secret)
  const module = CODE_WIDTH / size
  const top = document.y + 20
  for (const { x, y, length } of dark)
    document.rect(MARGIN + x * module, top + y * module, length * module, module).fill('black')
  document.font('Courier').fontSize(13)
  document.text(secret.match(/.{1,32}/g)?.join('\n') ?? '', MARGIN, top + CODE_WIDTH + 24)
  document.end()
  return buffer(document)
}
