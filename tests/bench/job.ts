import type { Locator } from 'playwright-core'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { Hands } from './hands'

export const TABLET = { width: 768, height: 1024 }
export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1440, height: 900 }

/** A person's task, from their home page to its end. */
export type Job = {
  name: string
  as: SampleAccountKey
  screen: { width: number; height: number }
  /** Presses and seconds in the review of November 2026, before home showed the day's work. */
  reviewed: { presses: number; seconds: number }
  do: (hands: Hands) => Promise<void>
}

export const button = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole('button', { name })
export const link = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole('link', { name })
export const field = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole('textbox', { name })
export const heading = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole('heading', { name })
export const choice = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole('combobox', { name })
