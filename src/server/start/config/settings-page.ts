import { SETTINGS_TABLE, type SettingRow } from './settings-table'

const BEGINNING = `# Settings

Settings come from the environment. The server reads them once, at its start. \`npm run check-config\` lists everything that is wrong with
them. If nothing is wrong, it lists those that are set. A secret may be in a file: \`SEED_KEY_FILE=/run/secrets/seed-key\` replaces
\`SEED_KEY\`. The same is true of every setting marked with an asterisk.
`

/** The page of every setting, in Markdown. */
export const settingsPage = (): string =>
  [BEGINNING, ...SETTINGS_TABLE.map(({ title, rows }) => `## ${title}\n\n${tableOf(rows)}`)].join('\n')

const tableOf = (rows: readonly SettingRow[]): string =>
  ['| setting | default | example | meaning |', '| --- | --- | --- | --- |', ...rows.map(lineOf), ''].join('\n')

const lineOf = ({ name, value_unset, example, meaning, why, is_secret }: SettingRow): string => {
  const words = [meaning.replace('<ID>', '`<ID>`'), ...(why === null ? [] : [`_Why this default:_ ${why}`])].join(' ')
  return `| \`${name}\`${is_secret ? '\\*' : ''} | ${value_unset ?? 'not set'} | \`${example}\` | ${words} |`
}

/** An environment file for a service manager: every setting, all commented out. */
export const environmentFile = (): string =>
  [
    '# Settings of Equipoise. Remove the # before those that you change; src/help/settings.md explains them all.',
    '# A shell reads this file too: quote values with blanks or other signs that mean something to it.',
    ...SETTINGS_TABLE.flatMap(({ title, rows }) => [
      '',
      `# ${title}`,
      ...rows.flatMap(({ name, meaning, example }) => ['', `# ${meaning}`, `#${name}=${quoted(example)}`]),
    ]),
    '',
  ].join('\n')

/** A value as systemd and a shell read it alike. Unquoted blanks would end the line of cron that makes the backups. */
const quoted = (value: string): string => (/[\s<>]/.test(value) ? `'${value}'` : value)
