/**
 * The browser and the system it runs on, in words, as its `User-Agent` tells them: `Chrome on Android`. One of the two where
 * only that is known, null where nothing is. Whoever lies about it misleads nobody else.
 */
export const deviceOf = (userAgent: string | undefined): string | null => {
  const nameIn = (signs: NameSigns) => signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' on ') : null
}

type NameSigns = readonly (readonly [sign: RegExp, name: string])[]

/** Each says that it is those below it, too. */
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
