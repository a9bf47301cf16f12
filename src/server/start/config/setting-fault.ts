/** What is wrong with a setting: its name, and the words that follow the name in the line that says so. */
export type SettingFault = { setting: string; message: string }

/** One line for each setting, the first that is wrong with it, in the order of the faults. */
export const linesOf = (faults: readonly SettingFault[]): string =>
  faults
    .filter(({ setting }, place) => faults.findIndex((other) => other.setting === setting) === place)
    .map(({ setting, message }) => `${setting} ${message}`)
    .join('\n')
