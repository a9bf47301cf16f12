/**
 * The browser and its operating system, from the `User-Agent`: `Chrome on Android`. One of the two where only that is known,
 * null for neither. A false `User-Agent` misleads only its own user.
 */
export const deviceOf = (userAgent: string | undefined): string | null => {
  const nameIn = (signs: NameSigns) => signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' on ') : null
}

type NameSigns = readonly (readonly [sign: RegExp, name: string])[]

/** In this order, since each browser also claims to be those below it. */
const BROWSERS: NameSigns = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]

const SYSTEMS: NameSigns = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
