import { forget, onDeviceChange, read, write } from '#lib/device'
import type { MantineColorSchemeManager } from '@mantine/core'

let unsubscribe: (() => void) | undefined

/** The color scheme: light, dark or the phone's, stored on the device. */
export const schemes: MantineColorSchemeManager = {
  get: (otherwise) => read('color_scheme') ?? otherwise,
  set: (scheme) => void write('color_scheme', scheme),
  subscribe(changed) {
    unsubscribe = onDeviceChange('color_scheme', () => changed(read('color_scheme') ?? 'auto'))
  },
  unsubscribe: () => unsubscribe?.(),
  clear: () => forget('color_scheme'),
}

/** Sets a stored scheme before the first paint. */
export function applyColorScheme(): void {
  const scheme = read('color_scheme')
  if (scheme === 'light' || scheme === 'dark') {
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }
}
