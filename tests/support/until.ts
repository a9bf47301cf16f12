import { setTimeout } from 'node:timers/promises'

const ASKS_EVERY_MS = 25

/** Asks again and again until it is so; throws what was waited for when it has not become so after `patience` milliseconds. */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>, patience = 30_000): Promise<void> => {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain until ${what}`)
    await setTimeout(ASKS_EVERY_MS)
  }
}
