import { setTimeout } from 'node:timers/promises'

const ASKS_EVERY_MS = 25

/** Checks repeatedly until `isSo`. Throws `description` after `patience` milliseconds. */
export const until = async (
  description: string,
  isSo: () => boolean | Promise<boolean>,
  patience = 60_000,
): Promise<void> => {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain until ${description}`)
    await setTimeout(ASKS_EVERY_MS)
  }
}
