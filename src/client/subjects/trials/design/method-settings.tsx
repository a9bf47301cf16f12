import { settingsInUse, type MethodSettingName } from '#domain/trials/method-setting'
import { METHOD_SETTINGS } from '#domain/trials/trial-methods'
import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MEASURE_WORDS } from '../../../ui/measure-words'
import { DESCRIBED_BELOW, WholeNumberInput } from '../../../ui/whole-number-input'
import { Explained } from './explained'
import { METHOD_PRESENTATION, SETTING_PRESENTATION } from './method-presentation'
import { methodNameOf, type MethodForm } from './method-form'
import classes from './method-settings.module.css'

type InputProps = ReturnType<UseFormReturnType<MethodForm>['getInputProps']>

type MethodSettingsProps = {
  form: MethodForm
  /** The props that connect a field with its form. */
  inputsOf: (field: keyof MethodForm) => InputProps
}

/** The settings of a design's own method; standard randomisation has none. */
export function MethodSettings({ form, inputsOf }: MethodSettingsProps) {
  const method = methodNameOf(form)
  const settings = settingsInUse(method, form)
  if (settings.length === 0) return null
  return (
    <div className={classes[METHOD_PRESENTATION[method].layout]}>
      {settings.map((setting) => (
        <SettingInput key={setting} setting={setting} inputs={inputsOf(setting)} />
      ))}
    </div>
  )
}

function SettingInput({ setting, inputs }: { setting: MethodSettingName; inputs: InputProps }) {
  const row = METHOD_SETTINGS[setting]
  const { label = row.title, explanation, isOptional = false } = SETTING_PRESENTATION[setting]
  const explained = { description: <Explained {...explanation} />, inputWrapperOrder: DESCRIBED_BELOW }
  if ('choices' in row)
    return (
      <NativeSelect
        label={label}
        data={row.choices.map((choice) => ({ value: choice, label: MEASURE_WORDS[choice] }))}
        {...explained}
        {...inputs}
      />
    )
  if ('form' in row)
    return <TextInput label={label} maxLength={row.longest} {...explained} required={!isOptional} {...inputs} />
  return <WholeNumberInput label={label} {...explained} required={!isOptional} {...inputs} />
}
