import latin from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import latinExtended from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url'

const FAMILY = 'Atkinson Hyperlegible Next Variable'
const BEYOND_LATIN = /[\u0100-\u1FFF\u2070-\u2211\u2213-\uFFFF]/

/**
 * The faces that a text needs, as rules of a style sheet with the files in them. The app stores these files, so they
 * are there without a network; a reader of the picture may lack them. Empty where they cannot be read: another typeface
 * replaces them.
 */
export const embeddedFaces = async (text: string): Promise<string> => {
  const files = BEYOND_LATIN.test(text) ? [latinExtended, latin] : [latin]
  const faces = await Promise.all(files.map(embeddedFace))
  return faces.join('')
}

const embeddedFace = async (address: string): Promise<string> => {
  const file = await fetch(address).catch(() => null)
  if (file === null || !file.ok) return ''
  const content = await dataAddress(await file.blob())
  return `@font-face{font-family:'${FAMILY}';font-weight:200 800;src:url(${content}) format('woff2')}`
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('A typeface could not be read')))
    reader.readAsDataURL(blob)
  })
