import type { Visitor } from './visitor'

/* A list whose filters are behind a button, and in which the only act on a row is a button itself. */

/** Opens the filters of a list, however many are active. */
export const opensFilter = (who: Visitor): Promise<void> => who.presses(/^Filter/)

/** Chooses an act on a participant in the list, by their number: its own button, or an item of their menu. */
export const choosesAct = async (who: Visitor, act: string, number: number): Promise<void> => {
  const plain = who.finds('button', `${act}: participant ${number}`)
  const menu = who.finds('button', `Actions: participant ${number}`)
  await plain.or(menu).waitFor()
  if (await plain.isVisible()) return plain.click()
  await menu.click()
  await who.presses(act, 'menuitem')
}
