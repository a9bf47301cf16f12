import { METHOD_SETTING_NAMES, type MethodSettingName, type MethodSettingValue } from '#domain/trials/method-setting'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTINGS, type MethodSettingTable } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import { integer } from './fields'

/* The settings of all methods as they are sent and answered. Each function says by its first line what the rows of the table make. */

type SettingSchema<Setting extends MethodSettingName> = v.GenericSchema<MethodSettingValue<Setting>>
type SettingSchemas = Readonly<Record<MethodSettingName, v.GenericSchema>>

const settingSchema = (name: MethodSettingName) => {
  const setting = METHOD_SETTINGS[name]
  if ('choices' in setting) return v.picklist(setting.choices, `Must be ${setting.choices.join(' or ')}`)
  if ('form' in setting)
    return v.pipe(
      v.string(setting.says),
      v.trim(),
      v.maxLength(setting.longest, `At most ${setting.longest} characters`),
      v.regex(setting.form, setting.says),
    )
  return integer(setting.min, setting.max)
}

type SettingsOrUsual = {
  readonly [Setting in MethodSettingName]: MethodSettingTable[Setting]['usual'] extends null
    ? v.NullishSchema<SettingSchema<Setting>, null>
    : v.NullishSchema<SettingSchema<Setting>, MethodSettingValue<Setting>>
}

/** As sent by people who may see them: a missing or null setting gets the usual value. */
export function methodSettingsOrUsual(): SettingsOrUsual
export function methodSettingsOrUsual(): SettingSchemas {
  return recordOf(METHOD_SETTING_NAMES, (name) => v.nullish(settingSchema(name), METHOD_SETTINGS[name].usual))
}

type SettingsOrNull = { readonly [Setting in MethodSettingName]: v.NullishSchema<SettingSchema<Setting>, null> }

/**
 * As sent by anybody: a blinded person's missing or null settings stay unchanged, other people's get the usual value.
 */
export function methodSettingsOrNull(): SettingsOrNull
export function methodSettingsOrNull(): SettingSchemas {
  return recordOf(METHOD_SETTING_NAMES, (name) => v.nullish(settingSchema(name), null))
}

type SettingAnswers = {
  readonly [Setting in MethodSettingName]: v.NullableSchema<SettingSchema<Setting>, undefined>
}

/** As they are answered: null where one is hidden or not set. */
export function methodSettingAnswers(): SettingAnswers
export function methodSettingAnswers(): SettingSchemas {
  return recordOf(METHOD_SETTING_NAMES, (name) => {
    const setting = METHOD_SETTINGS[name]
    if ('choices' in setting) return v.nullable(v.picklist(setting.choices))
    return v.nullable('form' in setting ? v.string() : v.number())
  })
}
