import { forget, onDeviceChange, read, write } from '#lib/device'
import type { MantineColorSchemeManager } from '@mantine/core'

let unsubscribe: (() => void) | undefined

/** Light, dark or as the phone has it, kept on the device. Without a choice the phone decides. */
export const schemes: MantineColorSchemeManager = {
  get: (otherwise) => read('color_scheme') ?? otherwise,
  set: (scheme) => void write('color_scheme', scheme),
  subscribe(changed) {
    unsubscribe = onDeviceChange('color_scheme', () => changed(read('color_scheme') ?? 'auto'))
  },
  unsubscribe: () => unsubscribe?.(),
  clear: () => forget('color_scheme'),
}

/** Puts a kept choice on the page before it is drawn. */
export function applyColorScheme(): void {
  const scheme = read('color_scheme')
  if (scheme === 'light' || scheme === 'dark') {
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }
}
