import type { Locator, Page } from 'playwright-core'

type Effort = { presses: number; characters: number; scrolls: number }

/** The hands of one person at a page: they press, type and scroll, and count it. */
export type Hands = {
  page: Page
  press: (thing: Locator) => Promise<void>
  /** Types into the focused field. */
  type: (text: string) => Promise<void>
  /** Presses a field, then types into it. */
  fill: (field: Locator, text: string) => Promise<void>
  /** Counts a press that the browser's own parts take: an entry of a list, a file of the device. */
  count: () => void
  /** Waits until an element is in sight, and scrolls down to it if necessary. */
  see: (thing: Locator) => Promise<void>
  effort: () => Effort
}

export const handsAt = (page: Page): Hands => {
  const effort: Effort = { presses: 0, characters: 0, scrolls: 0 }
  const see: Hands['see'] = async (thing) => {
    await thing.first().waitFor()
    if (await thing.first().evaluate(isOutOfSight)) {
      effort.scrolls += 1
      await thing.first().scrollIntoViewIfNeeded()
    }
  }
  const press: Hands['press'] = async (thing) => {
    await see(thing)
    effort.presses += 1
    await thing.first().click()
  }
  const type: Hands['type'] = async (text) => {
    effort.characters += text.length
    await page.keyboard.type(text)
  }
  const fill: Hands['fill'] = async (field, text) => {
    await field.first().waitFor()
    if (!(await field.first().evaluate((element) => element === document.activeElement))) await press(field)
    await type(text)
  }
  const count: Hands['count'] = () => void (effort.presses += 1)
  return { page, press, type, fill, count, see, effort: () => effort }
}

const isOutOfSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom <= 0 || top >= innerHeight
}

/** The times of the keystroke-level model, in seconds: a press, a character, a scroll, and a decision for every second press. */
const PRESS_S = 1.1
const CHARACTER_S = 0.28
const SCROLL_S = 0.8
const DECISION_S = 1.35

/** The seconds that a person takes, without the machine's time. */
export const handSeconds = ({ presses, characters, scrolls }: Effort): number =>
  presses * PRESS_S + characters * CHARACTER_S + scrolls * SCROLL_S + Math.floor(presses / 2) * DECISION_S
