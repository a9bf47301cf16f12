/** The fault of a setting: its name, and the words that follow the name in its line. */
export type SettingFault = { setting: string; message: string }

/** One line for each setting, with its first fault, in the order of the faults. */
export const linesOf = (faults: readonly SettingFault[]): string =>
  faults
    .filter(({ setting }, index) => faults.findIndex((other) => other.setting === setting) === index)
    .map(({ setting, message }) => `${setting} ${message}`)
    .join('\n')
