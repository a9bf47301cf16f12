/**
 * Zones whose present name the runtime does not list, by the older name that it lists (IANA time zone database, files
 * `zone.tab` and `backward`): it never removes a name.
 */
const PRESENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
  // The default of a trial.
  ['UTC', 'Etc/UTC'],
])

const presentName = (name: string): string => PRESENT_NAMES.get(name) ?? name

const UTC = presentName('UTC')
const TIME_ZONES = new Set([UTC, ...Intl.supportedValuesOf('timeZone').map(presentName).toSorted()])

/** Every zone that is supported, by its present name: UTC first, then by name. */
export const timeZones = (): string[] => [...TIME_ZONES]

/** The present name of a zone by any present or former name, or null where no such zone is supported. */
export const timeZoneNamed = (name: string): string | null => {
  if (TIME_ZONES.has(name)) return name
  try {
    const canonical = presentName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
    return TIME_ZONES.has(canonical) ? canonical : null
  } catch {
    return null
  }
}

/**
 * The stored form of a zone: its present name, unless it equals the stored one. An unknown one stays as it was sent.
 */
export const settledTimeZone = (sent: string, stored: string | null): string =>
  sent === stored ? sent : (timeZoneNamed(sent) ?? sent)

/** Whether a zone may be stored: it is supported, or was when it was chosen and stays. */
export const mayStoreTimeZone = (sent: string, stored: string | null): boolean =>
  sent === stored || timeZoneNamed(sent) !== null
