import { createTheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

// Mantine's sheets, in the order that it documents and in its layer: our own sheets, in no layer, override them. Its
// baseline is left out, since tokens.css replaces it. Each component also imports the other sheets that it needs.
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import './mantine-theme.css'

const theme = createTheme({
  fontFamily: 'var(--words)',
  defaultRadius: 'md',
  respectReducedMotion: true,
})

/** The phone's color scheme, as everywhere in the app. */
const phoneScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * Wraps each component of Mantine. Only `#ui` uses it: no screen depends on Mantine, and a screen without its
 * components loads nothing of it. No style element is written, which the page's policy would refuse.
 */
export function MantineWrapper({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={phoneScheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
