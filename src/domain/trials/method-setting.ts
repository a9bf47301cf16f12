import { recordOf } from '../record-of'
import {
  METHOD_SETTINGS,
  RANDOMISATION_METHODS,
  type MethodSettingTable,
  type RandomisationMethodName,
  type SettingsOf,
} from './trial-methods'

/** The name of a setting of any method, as it is sent and stored. */
export type MethodSettingName = keyof MethodSettingTable

/** The settings of a method. */
export type SettingNameOf<Method extends RandomisationMethodName> = MethodSettingName &
  { [M in Method]: keyof SettingsOf<M> }[Method]

/** The value of a setting that is set. */
export type MethodSettingValue<Setting extends MethodSettingName> = MethodSettingTable[Setting] extends {
  readonly choices: readonly (infer Choice)[]
}
  ? Choice
  : MethodSettingTable[Setting] extends { readonly form: RegExp }
    ? string
    : number

/** A trial's settings of all methods: null only where null is the usual value. */
export type MethodSettings = {
  readonly [Setting in MethodSettingName]:
    MethodSettingValue<Setting> | Extract<MethodSettingTable[Setting]['usual'], null>
}

/** The settings by which a method draws. The weight of a factor belongs to the factor, and a fraction to the setting that it holds instead of. */
export type DrawnSettings<Method extends RandomisationMethodName> = {
  readonly [Setting in DrawnSettingName<Method>]: MethodSettingValue<Setting>
}

type DrawnSettingName<Method extends RandomisationMethodName> = {
  [Setting in SettingNameOf<Method>]: MethodSettingTable[Setting] extends
    { readonly weighs: string } | { readonly holds_instead_of: string }
    ? never
    : Setting
}[SettingNameOf<Method>]

const isMethodSettingName = (name: string): name is MethodSettingName => Object.hasOwn(METHOD_SETTINGS, name)

/** Every setting of every method, in the order of the methods. */
export const METHOD_SETTING_NAMES: readonly MethodSettingName[] =
  Object.keys(METHOD_SETTINGS).filter(isMethodSettingName)

const isOf = <Method extends RandomisationMethodName>(
  name: MethodSettingName,
  method: Method,
): name is SettingNameOf<Method> =>
  RANDOMISATION_METHODS.some((row) => row.name === method && Object.hasOwn(row.settings, name))

/** The settings of a method, in the order of the form. */
export const settingNamesOf = <Method extends RandomisationMethodName>(
  method: Method,
): readonly SettingNameOf<Method>[] => METHOD_SETTING_NAMES.filter((name) => isOf(name, method))

const isDrawnBy = <Method extends RandomisationMethodName>(
  name: SettingNameOf<Method>,
): name is DrawnSettingName<Method> =>
  !('weighs' in METHOD_SETTINGS[name]) && !('holds_instead_of' in METHOD_SETTINGS[name])

/** The settings by which a method draws. */
export const drawnSettingNamesOf = <Method extends RandomisationMethodName>(method: Method) =>
  settingNamesOf(method).filter((name) => isDrawnBy<Method>(name))

/** The settings that matter to a design by this method: the weight of the site only where it is stratified by site. */
export const settingsInUse = (
  method: RandomisationMethodName,
  { is_site_stratified }: { readonly is_site_stratified: boolean },
): readonly MethodSettingName[] =>
  settingNamesOf(method).filter((name) => is_site_stratified || !('weighs' in METHOD_SETTINGS[name]))

/** Settings with the usual value for each that is null. */
export function withUsual(settings: {
  readonly [Setting in MethodSettingName]: MethodSettings[Setting] | null
}): MethodSettings
export function withUsual(
  settings: Readonly<Record<MethodSettingName, unknown>>,
): Readonly<Record<MethodSettingName, unknown>> {
  return recordOf(METHOD_SETTING_NAMES, (name) => settings[name] ?? METHOD_SETTINGS[name].usual)
}
