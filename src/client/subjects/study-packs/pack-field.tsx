import { packField, type PlainPackField } from '#domain/study-packs/study-pack-fields'
import type { ReactNode } from 'react'
import { counted } from '../../ui/format-number'
import { formatDay } from '../../ui/format-time'
import type { PackFromServerOrStore } from './pack-from-server-or-store'

type Values = Pick<PackFromServerOrStore, PlainPackField>

/** A field of a pack that is shown as it is; null where the pack has none. */
export const packFieldValue = (name: PlainPackField, pack: Values): ReactNode => {
  const value = pack[name]
  if (value === null) return null
  const { kind } = packField(name)
  if (kind === 'text') return <span className="identifier">{value}</span>
  return kind === 'day' ? formatDay(String(value)) : value
}

/** The same in a line of words: a day with its heading, which says also that there is none; days without. Null where nothing is said. */
export const packFieldWords = (name: PlainPackField, pack: Values): string | null => {
  const { kind, heading } = packField(name)
  const value = pack[name]
  if (kind === 'day') {
    return value === null
      ? `No ${heading[0]?.toLowerCase()}${heading.slice(1)}`
      : `${heading} ${formatDay(String(value))}`
  }
  if (value === null) return null
  return kind === 'days' ? counted(Number(value), 'day').replace(' ', '\u00a0') : `${heading} ${value}`
}

/** The class of its column in a table of packs. */
export const packFieldClass = (name: PlainPackField): string => {
  const { kind } = packField(name)
  return kind === 'days' ? 'figure' : kind
}
