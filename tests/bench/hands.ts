import type { Locator, Page } from 'playwright-core'

/** What a job costs the hands that do it. */
type Effort = { presses: number; characters: number; scrolls: number }

/** One person's hands at a page: they press, type and scroll, and count it. */
export type Hands = {
  page: Page
  press: (thing: Locator) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  /** Presses a field that has no focus yet, then types into it. */
  fill: (field: Locator, text: string) => Promise<void>
  /** Waits until something is in sight; where it is below, it is scrolled to. */
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
  return { page, press, type, fill, see, effort: () => effort }
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

/** How long somebody takes for it without the machine, in seconds. */
export const handSeconds = ({ presses, characters, scrolls }: Effort): number =>
  presses * PRESS_S + characters * CHARACTER_S + scrolls * SCROLL_S + Math.floor(presses / 2) * DECISION_S
