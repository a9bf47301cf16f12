import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import * as v from 'valibot'

/*
 * An unsaved design in a form, on its way to the simulation in another tab. It is stored nowhere: the tab with the form
 * answers while it is open, whichever tab of this browser asks for the form's name
 * (src/decisions/0014-a-trial-form-is-kept-by-its-tab.md).
 */

const entered = v.union([v.number(), v.string()])

const typedDesign = v.object({
  /** The subject of the form: a trial by its title, or nothing yet. */
  title: v.string(),
  sample_size: entered,
  /** How many sites take part. */
  sites: v.number(),
  allocation_method_id: v.number(),
  study_groups: v.array(v.object({ name: v.string(), weight: entered, factorial_level: v.number() })),
  trial_strata: v.array(
    v.object({
      name: v.string(),
      minimisation_weight: entered,
      trial_stratum_options: v.array(v.string()),
      /** The ratio at each option, in the same order; a tab of an older version has none. */
      option_ratios: v.optional(v.array(v.nullable(v.string())), []),
    }),
  ),
  method: v.object({
    randomisation_method_id: v.number(),
    is_stratified: v.boolean(),
    is_site_stratified: v.boolean(),
    ...v.entriesFromList(METHOD_SETTING_NAMES, entered),
  }),
})
export type TypedDesign = v.InferOutput<typeof typedDesign>

/** Tabs of two versions may talk to each other, so the names of the fields stay. */
const question = v.object({ asked: v.string() })
const answer = v.object({ told: v.string(), design: typedDesign })

const CHANNEL = 'equipoise.typed-design'

/** How long the answer of the form's tab is awaited, in milliseconds. */
const PATIENCE_MS = 2000

/** Answers for a form under its name with its present values. Returns a function that stops this. */
export const offerTypedDesign = (name: string, design: () => TypedDesign): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(question, data)
    if (!parsed.success || parsed.output.asked !== name) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
    channel.postMessage({ told: name, design: design() })
  })
  return () => channel.close()
}

/** The design in the form of this name, or null where no open tab has it. */
export const askForTypedDesign = (name: string): Promise<TypedDesign | null> => {
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise<TypedDesign | null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS)
    channel.addEventListener('message', ({ data }) => {
      const parsed = v.safeParse(answer, data)
      if (parsed.success && parsed.output.told === name) resolve(parsed.output.design)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
    channel.postMessage({ asked: name })
  }).finally(() => channel.close())
}
