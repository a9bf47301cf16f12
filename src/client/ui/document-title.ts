const PRODUCT = 'Equipoise'

let shown: readonly string[] = []
let isNeutral = false

/** Sets the browser tab's title, the most specific name first. */
export const showTitle = (...names: readonly string[]): void => {
  shown = names
  write()
}

/** Shows a neutral title while the page is covered. */
export const setNeutralTitle = (neutral: boolean): void => {
  isNeutral = neutral
  write()
}

const write = () => {
  document.title = [...(isNeutral ? [] : shown), PRODUCT].join(' · ')
}
