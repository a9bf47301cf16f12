import { readConfig } from './config/config'
import { isSecretSetting } from './config/secret-files'
import { SETTINGS_TABLE } from './config/settings-table'

/* `npm run check-config`: reads the settings as a start would, changes nothing, and prints the faults or the settings. */

const ID = '<ID>'

/** The settings of this environment with their values; a secret only as set. */
const linesOfSettings = (environment: NodeJS.ProcessEnv): string[] => {
  const names = SETTINGS_TABLE.flatMap(({ rows }) => rows.map(({ name }) => name))
  const patterns = names.map((name) => new RegExp(`^${name.replace(ID, '[A-Z]+')}(_FILE)?$`))
  return Object.entries(environment)
    .filter(([name, value]) => value?.trim() && patterns.some((pattern) => pattern.test(name)))
    .map(([name, value]) => `  ${name}=${isSecretSetting(name) ? '(not shown)' : value}`)
    .sort()
}

const settings = readConfig(process.env)
if (settings.ok) {
  const settingLines = linesOfSettings(process.env)
  process.stdout.write(
    [`The settings are valid. Set here: ${settingLines.length === 0 ? 'none' : ''}`.trim(), ...settingLines, ''].join(
      '\n',
    ),
  )
} else {
  process.stderr.write(`${settings.refusal}\n`)
  process.exitCode = 1
}
