/** An option that has another name than before: its place in both lists. */
type Renaming = { readonly before: number; readonly after: number }

/**
 * Which options of a list are those of an earlier list under another name. One whose name is in both stays what it is, wherever it moved.
 * Between two such, as many new names as names are gone are those options renamed, in order. New names at the end may be more.
 */
export const renamedOptions = (before: readonly string[], after: readonly string[]): Renaming[] => {
  const [gone, come] = [runsOf(before, after), runsOf(after, before)]
  return [...gone].flatMap(([previous, places]) => {
    const others = come.get(previous) ?? { places: [], isLast: false }
    const isPaired =
      places.places.length === others.places.length ||
      (places.isLast && others.isLast && places.places.length < others.places.length)
    return isPaired ? places.places.map((place, at) => ({ before: place, after: others.places[at] ?? 0 })) : []
  })
}

type Run = { places: number[]; isLast: boolean }

/** The places of names that are not in the other list, by the name in both before them; null at the beginning. */
const runsOf = (names: readonly string[], others: readonly string[]): Map<string | null, Run> => {
  const runs = new Map<string | null, Run>()
  let previous: string | null = null
  for (const [place, name] of names.entries()) {
    if (isIn(others, names, place)) {
      if (name !== '') previous = name
    } else {
      const run = runs.get(previous) ?? { places: [], isLast: false }
      run.places.push(place)
      run.isLast = names.every((_, at) => at <= place || !isIn(others, names, at) || names[at] === '')
      runs.set(previous, run)
    }
  }
  return runs
}

/** A blank line is a name being typed, if the other list has as many lines and none there. */
const isIn = (others: readonly string[], names: readonly string[], place: number): boolean => {
  const name = names[place] ?? ''
  return name === '' ? others.length !== names.length || others[place] === '' : others.includes(name)
}

/** A text of lines by option, as `option-caps` and `option-ratios` have it, after somebody edited the text of the options. */
export const withNewNames = (lines: string, before: string, after: string): string => {
  const [names, typed] = [namesOnLines(before), namesOnLines(after)]
  const hasOtherLines = names.length !== typed.length
  const present = lines.split('\n').filter((line) => line !== '' && !(hasOtherLines && nameIn(line) === ''))
  const withLine = new Set(present.map(nameIn))
  const newNames = new Map(
    renamedOptions(names, typed)
      .map((one) => [names[one.before] ?? '', typed[one.after] ?? ''] as const)
      .filter(([name]) => withLine.has(name)),
  )
  // A line of an option that is gone must not stand before that of the option with its name.
  const taken = new Set(newNames.values())
  return present
    .filter((line) => newNames.has(nameIn(line)) || !taken.has(nameIn(line)))
    .map((line) => `${line.slice(0, line.indexOf(' ') + 1)}${newNames.get(nameIn(line)) ?? nameIn(line)}`)
    .join('\n')
}

const nameIn = (line: string): string => line.slice(line.indexOf(' ') + 1)

const namesOnLines = (text: string): string[] => text.split('\n').map((line) => line.trim())
