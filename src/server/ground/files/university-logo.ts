import { sha256 } from '../secrets/sha256'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { readFile } from 'node:fs/promises'
import type { Settings } from '../settings'

/** A served logo: its address has a hash of its bytes, so that it never changes under that address. */
type Logo = { path: string; type: 'image/svg+xml' | 'image/png'; bytes: Uint8Array<ArrayBuffer> }

/** The university's logo for the light scheme, and for the dark one where it has another. */
export type UniversityLogo = { light: Logo; dark: Logo | null }

/** Every page loads it: a mark beside a name is no larger, in bytes. */
const MAX_BYTES = 64 * 1024

/**
 * Reads the university's logo; null where none is set. Refuses, with one line that names the setting, a file that cannot be read,
 * is too large, is neither SVG nor PNG, or is an SVG with programs in it.
 */
export const readUniversityLogo = async ({
  university_logo,
  university_logo_dark,
}: Pick<Settings, 'university_logo' | 'university_logo_dark'>): Promise<Outcome<UniversityLogo | null, string>> => {
  if (university_logo === null)
    return university_logo_dark === null
      ? accepted(null)
      : refused('UNIVERSITY_LOGO_DARK needs UNIVERSITY_LOGO, the logo for the light scheme')
  const light = await readLogo('UNIVERSITY_LOGO', university_logo)
  if (!light.ok) return light
  if (university_logo_dark === null) return accepted({ light: light.value, dark: null })
  const dark = await readLogo('UNIVERSITY_LOGO_DARK', university_logo_dark)
  return dark.ok ? accepted({ light: light.value, dark: dark.value }) : dark
}

const readLogo = async (setting: string, file: string): Promise<Outcome<Logo, string>> => {
  const bytes = await bytesOf(file)
  if (bytes === null) return refused(`${setting} names a file that cannot be read: ${file}`)
  if (bytes.length > MAX_BYTES)
    return refused(`${setting} must be at most ${MAX_BYTES / 1024} KiB; ${file} has ${Math.ceil(bytes.length / 1024)}`)
  const type = typeOf(bytes)
  if (type === null) return refused(`${setting} must be an SVG or PNG file; ${file} is neither`)
  if (type === 'image/svg+xml' && hasProgram(bytes)) return refused(`${setting} must not contain scripts: ${file}`)
  const hash = sha256(bytes).toString('hex').slice(0, 16)
  return accepted({ path: `/assets/university-logo-${hash}${type === 'image/png' ? '.png' : '.svg'}`, type, bytes })
}

const bytesOf = async (file: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    return Uint8Array.from(await readFile(file))
  } catch {
    return null
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const typeOf = (bytes: Uint8Array): Logo['type'] | null => {
  if (PNG.every((byte, index) => bytes[index] === byte)) return 'image/png'
  return /^\uFEFF?\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|\s)*<svg[\s>]/i.test(textOf(bytes))
    ? 'image/svg+xml'
    : null
}

/** An image runs no program, but the same address opened as a page would. */
const hasProgram = (bytes: Uint8Array): boolean => /<script|<foreignObject|\son\w+\s*=|javascript:/i.test(textOf(bytes))

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
