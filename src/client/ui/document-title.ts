const PRODUCT = 'Equipoise'

let shown: readonly string[] = []
let isNeutral = false

/** Names the browser's tab by what the page shows, the nearest first. */
export const showTitle = (...names: readonly string[]): void => {
  shown = names
  write()
}

/** Lets the tab tell nothing of the page, for as long as the page itself is covered. */
export const setNeutralTitle = (neutral: boolean): void => {
  isNeutral = neutral
  write()
}

const write = () => {
  document.title = [...(isNeutral ? [] : shown), PRODUCT].join(' · ')
}
