import Pdf from 'pdfkit'

type PdfAbout = {
  /** Width and height of a page, in points. */
  size: readonly [width: number, height: number]
  title: string
  /** When it was generated, which the file has. */
  created_at: string
}

/** A PDF of embedded fonts that is written page by page: what of it is ready can be taken, and its end awaited. */
export const pdfDocument = ({ size: [width, height], title, created_at }: PdfAbout) => {
  const document = new Pdf({
    autoFirstPage: false,
    size: [width, height],
    margin: 0,
    lang: 'en-GB',
    info: { Title: title, CreationDate: new Date(created_at) },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Buffer) => chunks.push(new Uint8Array(chunk)))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  const take = (): Uint8Array[] => chunks.splice(0)
  const end = async (): Promise<Uint8Array[]> => {
    document.end()
    await ended
    return take()
  }
  return { document, take, end }
}
