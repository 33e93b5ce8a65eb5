const browsers = [
  [/\bOPR\/|\bOpera Mini\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Returns a readable name for a User-Agent: `Chrome on Android`. */
export function makeDeviceName(agent = ''): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1] ?? 'A browser'
  const system = systems.find(([sign]) => sign.test(agent))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
