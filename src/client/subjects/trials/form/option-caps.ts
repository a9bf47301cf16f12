import { entered, type Entered } from '../design/entered'

/*
 * The caps of a stratum's options in one text, as the options are: a line for each, its number and after a blank its name. So they
 * follow the names when lines of the options are moved, and a draft holds them as any text.
 */

/** The caps of stored options as that text. */
export const capsText = (options: readonly { name: string; max_participants?: number | null | undefined }[]): string =>
  options
    .flatMap(({ name, max_participants = null }) => (max_participants === null ? [] : [`${max_participants} ${name}`]))
    .join('\n')

/** The cap of an option as its field holds it; empty where there is none. */
export const capOfOption = (caps: string, name: string): Entered => {
  const line = linesOf(caps).find((one) => nameIn(one) === name)
  if (line === undefined) return ''
  const typed = line.slice(0, line.indexOf(' '))
  return /^\d+$/.test(typed) ? Number(typed) : typed
}

/** The text with another cap of one option; empty takes it away. */
export const withCap = (caps: string, name: string, cap: Entered): string => {
  const others = linesOf(caps).filter((one) => nameIn(one) !== name)
  return (entered(cap) === null ? others : [...others, `${cap} ${name}`]).join('\n')
}

/** The options that stand in a text, one on each line. */
export const optionNames = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name !== '')

const linesOf = (caps: string): string[] => caps.split('\n').filter((line) => line !== '')

const nameIn = (line: string): string => line.slice(line.indexOf(' ') + 1)
