import { methodSettingsOrUsual } from '#contract/method-settings'
import { METHOD_SETTING_NAMES, type MethodSettings } from '#domain/trials/method-setting'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTINGS } from '#domain/trials/trial-methods'
import * as v from 'valibot'

const settings = v.object(methodSettingsOrUsual())

/**
 * An unusual value for each setting of every method, different from the method's other numbers. It is the last choice,
 * sizes for two groups or three, or an even number near the maximum, which suits two groups 1 : 1.
 */
export const OTHER_SETTINGS: MethodSettings = v.parse(
  settings,
  recordOf(METHOD_SETTING_NAMES, (name) => {
    const setting = METHOD_SETTINGS[name]
    if ('choices' in setting) return setting.choices.at(-1)
    if ('form' in setting) return name === 'minimisation_fraction' ? '7/9' : '36:2,48:5'
    return setting.max - 2 * (METHOD_SETTING_NAMES.length - METHOD_SETTING_NAMES.indexOf(name))
  }),
)

/** Each setting's default. */
export const USUAL_SETTINGS: MethodSettings = v.parse(settings, {})
